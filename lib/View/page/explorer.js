// One automaton: drawn as a whole while it is small, otherwise around the state where the reader is.

const wholeLimit = 2000, neighborhoodLimit = 60;

class ExplorerView {
  constructor(automaton, title, page, isAuxiliary = false) {
    this.automaton = automaton;
    this.title = title;
    this.page = page;
    this.isAuxiliary = isAuxiliary;
    this.state = automaton.initial;
    this.history = [];
    this.folded = new Set();
    this.isWhole = automaton.states <= wholeLimit;
    this.radius = automaton.states > wholeLimit ? 1 : 3;
    this.rankdir = "LR";
  }

  build() {
    const { automaton } = this;
    this.view = new GraphView(`Automaton ${this.title}`, (id) => this.go(Number(id)));
    this.side = make("div", { class: "side" });
    const facts = [count(automaton.states, "state"), count(automaton.transitions, "transition"),
      count(automaton.labels.length - 1, "action")].join(", ");
    const element = make("section", { class: "explorer" },
      make("h2", {}, shorten(this.title, 120), make("span", { class: "sub" }, facts)),
      this.toolbar(), make("div", { class: "split" }, this.view.element, this.side), automatonLegend(automaton));
    this.update();
    return element;
  }

  toolbar() {
    const isLarge = this.automaton.states > wholeLimit;
    this.results = make("ul", { class: "results", id: "state-results", role: "listbox", "aria-label": "States found" });
    this.search = make("input", { id: "state-search", type: "search", autocomplete: "off", spellcheck: "false",
      placeholder: "State, action, deadlock, ERROR (press /)", "aria-controls": "state-results",
      input: () => this.showResults(), keydown: (event) => this.searchKey(event) });
    const option = (value, text, isOn) => make("option", { value, selected: isOn }, text);
    const choose = make("select", { id: "extent", "aria-label": "What is drawn", change: (event) => this.setExtent(event.target.value) },
      isLarge ? null : option("whole", "all states", this.isWhole),
      [1, 2, 3, 5].map((n) => option(n, `up to ${count(n, "step")} around`, !this.isWhole && n === this.radius)));
    this.turnButton = make("button", { type: "button", click: () => this.turn() }, "Turn ", make("kbd", {}, "d"));
    this.foldButton = make("button", { type: "button", click: () => this.fold() }, "Collapse what follows ", make("kbd", {}, "c"));
    this.unfoldButton = make("button", { type: "button", click: () => this.unfoldAll() }, "Expand all");
    return make("div", { class: "toolbar" },
      make("label", { for: "state-search", class: "visually-hidden" }, "Find a state"),
      make("div", { class: "searchbox" }, this.search, this.results), choose,
      this.turnButton, this.foldButton, this.unfoldButton);
  }

  setExtent(value) {
    this.isWhole = value === "whole";
    if (!this.isWhole) this.radius = Number(value);
    this.view.isTouched = false;
    this.draw();
  }

  turn() {
    this.rankdir = this.rankdir === "LR" ? "TB" : "LR";
    this.view.isTouched = false;
    this.draw();
  }

  fold() {
    if (this.folded.has(this.state)) this.folded.delete(this.state);
    else if (this.state !== this.automaton.error) this.folded.add(this.state);
    this.update();
  }

  unfoldAll() {
    this.folded.clear();
    this.update();
  }

  // Search

  showResults() {
    const found = this.automaton.find(this.search.value);
    this.results.replaceChildren(...found.map(({ state, why }, i) =>
      make("li", { role: "option", id: `result-${i}`, "aria-selected": "false", "data-state": state,
        mousedown: (event) => (event.preventDefault(), this.choose(state)) },
        make("b", {}, shorten(this.automaton.nameOf(state), 40)), " ", why)));
    if (this.search.value.trim() && !found.length) this.results.replaceChildren(make("li", { class: "quiet" }, "No state fits."));
    this.selected = -1;
    announce(this.search.value.trim() ? `${count(found.length, "state")} found` : "");
  }

  searchKey(event) {
    const items = [...this.results.querySelectorAll("[data-state]")];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.selected = Math.max(0, Math.min(items.length - 1, this.selected + (event.key === "ArrowDown" ? 1 : -1)));
      items.forEach((item, i) => item.setAttribute("aria-selected", String(i === this.selected)));
      if (items[this.selected]) {
        this.search.setAttribute("aria-activedescendant", items[this.selected].id);
        items[this.selected].scrollIntoView({ block: "nearest" });
      }
    } else if (event.key === "Enter" && items.length) {
      this.choose(Number(items[Math.max(0, this.selected)].dataset.state));
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.results.replaceChildren();
      this.view.element.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  choose(state) {
    this.results.replaceChildren();
    this.go(state);
    this.view.element.focus();
  }

  // Moving

  go(state) {
    if (state === this.state) return;
    this.history.push(this.state);
    this.state = state;
    this.view.isTouched = this.view.isTouched && this.isWhole;
    this.update();
    announce(`State ${this.automaton.nameOf(state)}. ${this.automaton.remarks(state).join(", ")}`);
  }

  back() {
    if (!this.history.length) return;
    this.state = this.history.pop();
    this.update();
  }

  key(event) {
    const moves = this.automaton.outgoing(this.state);
    if (event.key === "/") this.search.focus();
    else if (event.key === "c") this.fold();
    else if (event.key === "d") this.turn();
    else if (event.key === "Backspace") this.back();
    else if (event.key === "i") this.go(this.automaton.initial);
    else if (/^[1-9]$/.test(event.key) && moves[Number(event.key) - 1]) this.go(moves[Number(event.key) - 1].to);
    else return false;
    return true;
  }

  // Drawing

  visibleStates() {
    const { automaton } = this;
    if (!this.isWhole)
      return this.pruned(automaton.around(this.state, this.radius, neighborhoodLimit).filter((s) => s !== automaton.error));
    if (this.folded.size) return [...new Set([...automaton.unfolded(this.folded)])].filter((s) => s !== automaton.error);
    return [...Array(automaton.states).keys()];
  }

  /** What lies behind a folded state only is left out. */
  pruned(states) {
    if (!this.folded.size) return states;
    const open = new Set(this.automaton.unfolded(this.folded));
    return states.filter((state) => open.has(state) || state === this.state);
  }

  async draw() {
    const graph = automatonGraph(this.automaton, this.visibleStates(), { rankdir: this.rankdir, folded: this.folded });
    const isDrawn = await this.view.show(graph, this.state);
    if (!isDrawn && this.isWhole && this.view.note.textContent.includes("too long")) {
      this.isWhole = false;
      document.getElementById("extent").value = String(this.radius);
      return this.draw();
    }
    if (!isDrawn) return;
    this.turnButton.disabled = this.view.isMap; // A map has no direction.
    const last = this.history.length ? [`${this.history[this.history.length - 1]} ${this.state}`] : [];
    this.view.mark("current", [this.state], last);
    const { automaton, state } = this;
    const touching = automaton.outgoing(state).concat(automaton.incoming(state)).map(({ from, to }) => `${from} ${to}`);
    this.view.mark("near", [], touching);
    if (this.isWhole) this.view.showIfOutside(this.state);
    this.view.say(this.leftOut());
  }

  /** Of a state to which very many lead, the drawing has a few. */
  leftOut() {
    const shown = new Set(this.view.places.nodes.map(({ node }) => node.id));
    const others = new Set(this.automaton.incoming(this.state).map(({ from }) => from).filter((state) => !shown.has(state)));
    return others.size && !this.folded.size ? `${count(others.size, "more state")} ${others.size === 1 ? "leads" : "lead"} here` : "";
  }

  update() {
    this.foldButton.setAttribute("aria-pressed", String(this.folded.has(this.state)));
    this.unfoldButton.disabled = !this.folded.size;
    this.side.replaceChildren(...this.sidePanel());
    this.draw();
  }

  sidePanel() {
    const { automaton, state } = this;
    const outgoing = automaton.outgoing(state), incoming = automaton.incoming(state);
    const remarks = automaton.remarks(state), parts = automaton.parts(state);
    return [
      make("h3", {}, "State ", make("code", { id: "current-state" }, shorten(automaton.nameOf(state), 60))),
      remarks.length ? make("p", { class: "remarks" }, remarks.join(" · ")) : null,
      parts.length ? make("details", { open: parts.length <= 12 }, make("summary", {}, "Components here"),
        make("table", { class: "plain" }, parts.map((part) => make("tr", {}, make("th", { scope: "row" }, part.name), make("td", {}, part.state))))) : null,
      make("h4", {}, outgoing.length ? `Possible: ${count(outgoing.length, "transition")}` : "Nothing is possible"),
      this.moveList(outgoing, "to"),
      this.wayPanel(),
      make("details", {}, make("summary", {}, `From where: ${count(incoming.length, "transition")}`), this.moveList(incoming, "from")),
    ].filter(Boolean);
  }

  moveList(moves, end) {
    const limit = 100, { automaton } = this;
    const items = moves.slice(0, limit).map((move, i) =>
      make("li", {}, make("button", { type: "button", class: "move", click: () => this.go(move[end]) },
        end === "to" && i < 9 ? make("kbd", {}, String(i + 1)) : null,
        make("code", {}, shorten(automaton.labels[move.action], 60)),
        make("span", { class: "to" }, `${end === "to" ? "→" : "←"} ${shorten(automaton.nameOf(move[end]), 30)}`))));
    if (moves.length > limit) items.push(make("li", { class: "quiet" }, `and ${moves.length - limit} more`));
    return make("ol", { class: "moves" }, items);
  }

  wayPanel() {
    const { automaton } = this;
    if (this.state === automaton.initial) return null;
    const panel = make("details", {}, make("summary", {}, "Shortest way here"));
    panel.addEventListener("toggle", () => {
      if (panel.children.length > 1) return;
      const way = automaton.wayTo(this.state);
      if (!way) return panel.append(make("p", { class: "quiet" }, "There is none from the initial state."));
      panel.append(this.moveList(way, "to"));
    });
    return panel;
  }
}

/** Moves a drawing only if the state would not be seen. */
GraphView.prototype.showIfOutside = function (id) {
  const place = this.places && this.places.nodes.find(({ node }) => node.id === id);
  if (!place) return;
  const x = place.x * this.scale + this.x, y = place.y * this.scale + this.y, { width, height } = this.size();
  if (x < 30 || y < 30 || x > width - 30 || y > height - 30) this.showNode(id);
};
