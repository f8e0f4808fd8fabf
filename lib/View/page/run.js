// A counterexample, step by step, with all components side by side.

class RunView {
  constructor(run, result, page) {
    this.run = run;
    this.result = result;
    this.page = page;
    this.last = run.steps.length;
    this.at = 0;
    this.components = run.components || [];
    this.values = this.collectValues();
    this.onlyMovers = this.components.length > 12;
  }

  /** After each number of steps, all variables. */
  collectValues() {
    const all = [new Map(Object.entries(this.run.initial || {}))];
    for (const step of this.run.steps) {
      const next = new Map(all[all.length - 1]);
      for (const [variable, value] of Object.entries(step.values || {})) next.set(variable, value);
      all.push(next);
    }
    return all;
  }

  build() {
    const { run, result, page } = this;
    this.cards = this.components.map((component, i) => new ComponentCard(component, i, this));
    this.grid = make("div", { class: "stage" }, this.cards.map((card) => card.element));
    this.free = make("div", { class: "free" });
    this.source = page.isProgram ? new SourceView(page.data.sources) : null;
    const element = make("section", { class: "run" },
      make("h2", {}, page.titleOf(result), verdictBadge(result.verdict)),
      page.remarksOf(result), this.controls(),
      make("div", { class: "split run-split" }, this.stepList(),
        make("div", { class: "stage-area" }, this.toggle(), this.free, this.grid,
          this.components.length ? make("p", { class: "legend" }, "Each box is a component: the state where it is stands out, the arrow of the step just done is thick, ",
            "and a short arrow from nowhere points at the state where it begins.") : null,
          this.source ? this.source.build() : null)));
    if (!this.components.length && !page.isProgram)
      this.free.before(make("p", { class: "quiet" }, "The steps of this run cannot be laid out on single components."));
    this.goTo(0);
    return element;
  }

  toggle() {
    if (this.components.length <= 4) return null;
    return make("label", { class: "toggle" }, make("input", { type: "checkbox", checked: this.onlyMovers, change: (event) => {
      this.onlyMovers = event.target.checked;
      this.update();
    } }), " Only components that move in this run");
  }

  controls() {
    const button = (text, label, act) => make("button", { type: "button", "aria-label": label, title: label, click: act }, text);
    this.slider = make("input", { type: "range", id: "position", min: 0, max: this.last, value: 0, step: 1,
      "aria-label": "Position in the run", input: () => this.goTo(Number(this.slider.value)) });
    this.position = make("output", { for: "position", id: "position-text" });
    return make("div", { class: "controls", role: "group", "aria-label": "Stepping" },
      button("Start", "To the beginning (Home)", () => this.goTo(0)), button("◀ Back", "Back (left arrow)", () => this.goTo(this.at - 1)),
      this.slider, button("Next ▶", "Next step (right arrow)", () => this.goTo(this.at + 1)),
      button("End", "To the end (End)", () => this.goTo(this.last)), this.position);
  }

  stepList() {
    const { run } = this;
    const item = (position, content) => make("li", {}, make("button", { type: "button", class: "step", "data-step": position,
      click: () => this.goTo(position) }, content));
    this.list = make("ol", { class: "steps", "aria-label": "Steps" }, item(0, make("i", {}, "beginning")));
    run.steps.forEach((step, i) => {
      if (i === run.cycle) this.list.append(make("li", { class: "cycle" }, "from here on, repeated for ever"));
      this.list.append(item(i + 1, this.stepContent(step, i)));
    });
    const outcome = this.outcome();
    if (outcome) this.list.append(make("li", { class: "outcome" }, outcome));
    return make("div", { class: "steps-area" }, this.list);
  }

  /** With one file, the line is enough to say. */
  textOf(step) {
    if (!this.page.isProgram || this.page.data.sources.length !== 1) return step.action;
    return step.action.replace(/^[^:]+:(\d+)(:\d+)?\s*/, "line $1:  ");
  }

  /** What the run ends in. */
  outcome() {
    const { run, result } = this;
    if (run.cycle !== undefined) return "… and so on, for ever";
    if (this.page.isProgram) return result.reason ? sentence(result.reason) : null;
    if (run.culprit) return `${run.culprit} is in ERROR.`;
    if (result.kind === "deadlock") return "Nothing is possible any more: a deadlock.";
    if (result.kind === "progress") return "The run ends here, and nothing more happens.";
    return null;
  }

  stepContent(step, i) {
    const changes = Object.entries(step.values || {}).map(([name, value]) => `${name} = ${shorten(printValue(value), 40)}`);
    return [make("span", { class: "number" }, `${i + 1}`),
      make("span", { class: "what" }, make("code", {}, shorten(this.textOf(step), 80)), step.hidden ? make("span", { class: "quiet" }, ` (${step.hidden})`) : null,
        make("span", { class: "who" }, (step.movers || []).map((name) => shorten(name, 30)).join(", ") || (this.page.isProgram ? "" : "nobody moves")),
        changes.length ? make("span", { class: "changes" }, changes.join(", ")) : null,
        step.fluents && step.fluents.length ? make("span", { class: "who" }, `true: ${step.fluents.join(", ")}`) : null)];
  }

  key(event) {
    if (event.shiftKey) return false;
    const places = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.last };
    if (!(event.key in places)) return false;
    this.goTo(places[event.key]);
    return true;
  }

  goTo(position) {
    this.at = Math.max(0, Math.min(this.last, position));
    this.update();
    const step = this.at ? this.run.steps[this.at - 1] : null;
    const text = step ? `Step ${this.at} of ${this.last}: ${this.textOf(step)}` : `Beginning, ${count(this.last, "step")} follow`;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", text);
    this.position.textContent = `${this.at} / ${this.last}`;
    announce(text);
  }

  update() {
    for (const button of this.list.querySelectorAll("[data-step]")) {
      const isHere = Number(button.dataset.step) === this.at;
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (isHere) scrollWithin(this.list.parentElement, button);
    }
    for (const card of this.cards) card.update();
    this.showFreeValues();
    if (this.source) this.source.showStep(this.at ? this.run.steps[this.at - 1] : null);
  }

  /** Those that are no component's. */
  showFreeValues() {
    const rows = this.valueRows((name) => !this.components.some((component) => name.startsWith(component.name + ".")));
    this.free.replaceChildren(...(rows.length ? [make("h3", {}, "Variables"), make("table", { class: "values" }, rows)] : []));
  }

  valueRows(isWanted, prefix = "") {
    const set = this.at ? this.run.steps[this.at - 1].values || {} : {}, before = this.values[Math.max(0, this.at - 1)];
    const markOf = (name, text) => !(name in set) ? null : printValue(before.get(name)) === text ? " set, as before" : " changed";
    return [...this.values[this.at]].filter(([name]) => isWanted(name)).map(([name, value]) => {
      const text = printValue(value), mark = markOf(name, text);
      return make("tr", { class: mark ? "changed" : null }, make("th", { scope: "row" }, name.slice(prefix.length)),
        make("td", {}, make("code", { title: text }, shorten(text, 80)), mark ? make("span", { class: "mark" }, mark) : null));
    });
  }

  stateOf(i, position = this.at) {
    return this.run.states[position][i];
  }

  movesAt(name, position) {
    return position > 0 && (this.run.steps[position - 1].movers || []).includes(name);
  }
}

/** Scrolls a box, and nothing around it. */
function scrollWithin(box, element) {
  const top = element.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + element.offsetHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top - box.clientHeight / 2;
}

/** Up to so many states a component is drawn as a whole, of others there is a neighborhood. What is seen in part has a box of this width. */
const wholeBox = 60, partWidth = 340;

/** Smaller than this, a drawing is hard to read; so small it may be, if there is room beside it then. */
const readable = 0.8;

/** One component: its automaton, where it is in it, its variables. */
class ComponentCard {
  constructor(component, index, run) {
    this.component = component;
    this.index = index;
    this.run = run;
    this.automaton = run.page.automaton(component.automaton);
    this.isMoving = run.run.steps.some((step) => (step.movers || []).includes(component.name));
    this.badge = make("span", { class: "state" });
    this.parts = make("table", { class: "plain parts", "aria-label": `Parts of ${component.name}` });
    this.table = make("table", { class: "values" });
    this.view = this.automaton ? new GraphView(`Automaton of ${component.name}`) : null;
    if (this.view) this.view.heights = [80, 300];
    if (this.view) this.view.margin = 10;
    this.element = make("article", { class: `part ${component.monitor ? "monitor" : ""}`, "aria-label": component.name },
      make("header", {}, make("h3", { title: component.name }, breakable(shorten(component.name, 40))), component.monitor ? make("span", { class: "quiet" }, "property") : null, this.badge),
      this.view ? this.view.element : make("p", { class: "quiet" }, "Its automaton is not in the page."),
      this.parts, this.table, run.page.statementsAbout({ name: run.result.system }, [component]));
  }

  update() {
    const { run, automaton } = this, name = run.stateOf(this.index);
    const hasMoved = run.movesAt(this.component.name, run.at);
    this.element.hidden = run.onlyMovers && !this.isMoving;
    this.element.classList.toggle("moved", hasMoved);
    this.element.classList.toggle("failed", name === "ERROR");
    this.badge.textContent = `${hasMoved ? "moved to" : "in"} ${shorten(name, 30)}`;
    const prefix = this.component.name + ".";
    const number = automaton ? automaton.numberOf(name) : null;
    this.parts.replaceChildren(...(number === null ? [] : automaton.parts(number).map((part) =>
      make("tr", {}, make("th", { scope: "row" }, part.name), make("td", {}, make("code", {}, part.state))))));
    this.table.replaceChildren(...run.valueRows((variable) => variable.startsWith(prefix), prefix));
    if (automaton && !this.element.hidden) this.drawAt(automaton.numberOf(name), name);
  }

  /** All, or where the component is and was; very much can lead to ERROR, which says nothing of this run. */
  statesAround(state, before) {
    const { automaton } = this;
    if (automaton.states <= wholeBox) return [...Array(automaton.states).keys()];
    const center = state === automaton.error && before !== null ? before : state;
    const near = automaton.around(center, 1, 15);
    return [...new Set([center, ...(before === null ? [] : [before]), ...near])].filter((s) => s !== automaton.error);
  }

  /** Across or down, whichever can be read in the smaller box; the box gets the width that this takes. */
  async chooseShape(graphFor) {
    const [, mostHeight] = this.view.heights, margins = 2 * this.view.margin, frame = 22;
    const room = this.element.parentElement.clientWidth || 720;
    const shapes = await Promise.all(["LR", "TB"].map(async (rankdir) => {
      const { width, height } = await layouter.place(graphFor(rankdir)).catch(() => ({ width: room, height: mostHeight }));
      const scale = Math.min(1, (room - margins - frame) / width, (mostHeight - margins) / height);
      return { rankdir, scale, box: width * Math.min(scale, readable) + margins + frame };
    }));
    const [across, down] = shapes;
    const isReadable = ({ scale }) => scale >= readable;
    if (this.rankdir) return; // Somebody has gone on, and this was faster.
    const best = shapes.every(isReadable) ? (down.box < across.box ? down : across) : down.scale > across.scale ? down : across;
    this.rankdir = best.rankdir;
    // Other neighborhoods will need other sizes; what is too large for any box shall not take the place of the others.
    const isPart = this.automaton.states > wholeBox || best.scale < leastScale;
    this.element.style.setProperty("--width", `${isPart ? partWidth : Math.ceil(best.box)}px`);
  }

  async drawAt(state, name) {
    const { automaton, run } = this;
    if (state === null) return this.view.say(`State ${name} is not in the automaton.`);
    const before = run.at ? automaton.numberOf(run.stateOf(this.index, run.at - 1)) : null;
    const states = this.statesAround(state, before);
    const graphFor = (rankdir) => automatonGraph(automaton, states, { labelLimit: 3, labelLength: 24, rankdir, isTight: true });
    if (!this.rankdir) {
      this.view.say("Drawing …");
      await this.chooseShape(graphFor);
      if (name !== run.stateOf(this.index)) return; // Somebody has gone on.
    }
    const graph = graphFor(this.rankdir);
    if (!(await this.view.show(graph, state))) return;
    const hasMoved = run.movesAt(this.component.name, run.at);
    this.view.mark("current", [state], hasMoved ? [`${before} ${state}`] : []);
    this.view.showIfOutside(state);
  }
}
