// Drawings that can be moved and scaled, and automata as drawings.

/** Where all of a drawing would be smaller than the first, what matters is shown as large as the second. */
const leastScale = 0.6, cutScale = 0.8;

const nodeFont = 13, edgeFont = 11, lineHeight = 14;

class GraphView {
  /** `name` is for screen readers; `onPick(id)` is called for nodes that somebody clicks. */
  constructor(name, onPick = null) {
    this.onPick = onPick;
    this.margin = 16;
    this.content = draw("g");
    this.svg = draw("svg", { role: "img", "aria-label": name }, this.content);
    this.note = make("p", { class: "graph-note", role: "status" });
    this.cut = make("button", { type: "button", class: "graph-cut", hidden: true, click: () => this.fitAll() }, "Show all");
    const tool = (text, label, act) => make("button", { type: "button", title: label, "aria-label": label, click: act }, text);
    this.element = make("div", { class: "graph", tabindex: 0, role: "group", keydown: (event) => this.key(event),
      "aria-label": `${name}. Plus and minus zoom, F shows all, Shift with arrows moves.` },
      this.svg, this.note, this.cut,
      make("div", { class: "graph-tools" },
        tool("+", "Zoom in", () => this.zoom(1.25)), tool("−", "Zoom out", () => this.zoom(0.8)),
        tool("⤢", "Show all (F)", () => this.fitAll())));
    this.element.view = this;
    this.listen();
  }

  listen() {
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.element) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY);
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      this.element.focus({ preventScroll: true });
      this.drag = { x: event.clientX, y: event.clientY, moved: false };
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!this.drag || !event.buttons) return;
      const dx = event.clientX - this.drag.x, dy = event.clientY - this.drag.y;
      if (!this.drag.moved && Math.hypot(dx, dy) < 4) return;
      if (!this.drag.moved) this.svg.setPointerCapture(event.pointerId);
      this.drag = { x: event.clientX, y: event.clientY, moved: true };
      this.move(dx, dy);
    });
    this.svg.addEventListener("click", (event) => {
      const node = event.target.closest("[data-id]");
      if (node && this.onPick && !(this.drag && this.drag.moved)) this.onPick(node.dataset.id);
      this.drag = null;
    });
    new ResizeObserver(() => this.resized()).observe(this.svg);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    const acts = { "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), 0: () => this.fitAll(), f: () => this.toggleAll(), F: () => this.toggleAll() };
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (event.shiftKey && moves[event.key]) this.move(...moves[event.key]);
    else if (acts[event.key]) acts[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  size() {
    return { width: this.svg.clientWidth || 400, height: this.svg.clientHeight || 240 };
  }

  /** As high as the drawing needs at this width, between the two limits; room for the hint where not all will be seen. */
  adapt() {
    const [least, most] = this.heights, { width } = this.size(), hint = 32;
    const scale = Math.min(1, (width - 2 * this.margin) / this.places.width, (most - 2 * this.margin) / this.places.height);
    const isCut = scale < leastScale && !this.isAll;
    const height = this.places.height * (isCut ? cutScale : scale) + 2 * this.margin + (isCut ? 2 * hint : 0);
    this.element.style.height = `${Math.round(Math.min(most, Math.max(least, height)))}px`;
  }

  resized() {
    if (this.places && !this.isTouched) this.settle();
  }

  apply() {
    this.content.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.content.style.setProperty("--scale", this.scale);
    this.svg.classList.toggle("far", this.scale < 0.45);
    this.showCut();
  }

  /** Fades the sides behind which there is more, and says how much is out of sight. */
  showCut() {
    const { width, height } = this.size(), { x, y, scale, places } = this;
    const sides = { left: x < 0, right: x + places.width * scale > width, top: y < 0, bottom: y + places.height * scale > height };
    for (const [side, isCut] of Object.entries(sides)) this.svg.style.setProperty(`--${side}`, isCut ? "2rem" : "0px");
    const isWithin = (at, size) => at > 0 && at < size;
    const seen = places.nodes.filter((node) => isWithin(node.x * scale + x, width) && isWithin(node.y * scale + y, height)).length;
    this.cut.hidden = seen === places.nodes.length;
    if (!this.cut.hidden) this.cut.replaceChildren(`${seen.toLocaleString("en")} of ${places.nodes.length.toLocaleString("en")} in sight `, make("kbd", {}, "F"), " shows all");
  }

  zoom(factor, x = this.size().width / 2, y = this.size().height / 2) {
    const scale = Math.min(4, Math.max(0.02, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.touch();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.touch();
  }

  touch() {
    this.isTouched = true;
    this.isAll = false;
    this.apply();
  }

  /** However small it is; also after later steps, until somebody zooms or moves. */
  fitAll() {
    if (!this.places) return;
    this.isAll = true;
    this.fit();
  }

  toggleAll() {
    if (!this.isAll) return this.fitAll();
    this.isAll = false;
    if (this.places) this.settle();
  }

  fit() {
    const { width, height } = this.size(), { margin } = this;
    this.scale = Math.min((width - 2 * margin) / this.places.width, (height - 2 * margin) / this.places.height, 1.1);
    this.x = (width - this.places.width * this.scale) / 2;
    this.y = (height - this.places.height * this.scale) / 2;
    this.isTouched = false;
    this.apply();
  }

  /** Shows all, or what matters if all would be too small to read. What is laid out by forces is a map: all of it. */
  settle() {
    this.fit();
    if (!this.isAll && this.scale < leastScale && this.center !== null && !this.isMap) this.showNode(this.center);
    this.isTouched = false;
  }

  /** In the middle, but for the margins of the drawing. */
  showNode(id, least = cutScale) {
    const place = this.places.nodes.find(({ node }) => String(node.id) === String(id));
    if (!place) return;
    const { width, height } = this.size();
    this.scale = Math.max(this.scale, least);
    this.x = this.within(width / 2 - place.x * this.scale, this.places.width * this.scale, width);
    this.y = this.within(height / 2 - place.y * this.scale, this.places.height * this.scale, height);
    this.apply();
  }

  within(start, length, space) {
    const { margin } = this;
    if (length < space - 2 * margin) return (space - length) / 2;
    return Math.min(margin, Math.max(space - length - margin, start));
  }

  say(text) {
    this.note.textContent = text;
  }

  /** Draws a graph; a later call makes an earlier one void. Whether it was drawn. */
  async show(graph, center = null) {
    const turn = (this.turn = (this.turn || 0) + 1);
    if (!this.places) this.say("Drawing …");
    let places;
    try {
      places = await layouter.place(graph, graph.options.seconds);
    } catch (error) {
      if (turn === this.turn) this.say(`No drawing: ${error.message}.`);
      return false;
    }
    if (turn !== this.turn) return false;
    this.say("");
    const isSame = this.places === places;
    this.places = places;
    this.center = center;
    this.isMap = Boolean(graph.options.isForceDirected);
    this.svg.classList.toggle("map", this.isMap);
    if (this.heights) this.adapt();
    if (!isSame) this.content.replaceChildren(...this.drawEdges(), ...this.drawLabels(), ...this.drawNodes());
    if (!isSame || !this.isTouched) this.settle();
    return true;
  }

  drawEdges() {
    return [...this.places.edges].map(([key, { edge, points }]) => {
      const parts = [draw("title", {}, edge.title), draw("path", { d: splinePath(points), class: "line" })];
      if (!edge.isPlain) parts.push(draw("path", { d: arrowPath(points), class: "head" }));
      if (edge.isDouble) parts.push(draw("path", { d: arrowPath([...points].reverse()), class: "head" }));
      return draw("g", { class: `edge ${edge.kind || ""}`, "data-key": key }, parts);
    });
  }

  /** Above all lines, so that none goes through a label. */
  drawLabels() {
    return [...this.places.edges].filter(([, { edge, label }]) => label && edge.lines.length).map(([key, { edge, label }]) =>
      draw("g", { class: `edge ${edge.kind || ""}`, "data-key": key }, draw("title", {}, edge.title),
        draw("text", { class: "label" }, edge.lines.map((line, i) => draw("tspan",
          { x: label.x, y: label.y + (i - (edge.lines.length - 1) / 2) * 12 + 4 }, line)))));
  }

  drawNodes() {
    return this.places.nodes.map(({ node, x, y }) => {
      const { width, height } = node, round = node.isRound ? height / 2 : 6;
      const box = (grow) => draw("rect", { x: x - width / 2 - grow, y: y - height / 2 - grow, rx: round + grow,
        width: width + 2 * grow, height: height + 2 * grow, class: grow ? "rim" : "box" });
      const first = y - ((node.lines.length - 1) * lineHeight) / 2 + 4.5;
      return draw("g", { class: `node ${node.kind || ""}`, "data-id": node.id },
        draw("title", {}, node.title || node.lines.join("\n")), node.isEnd ? box(3) : null, box(0),
        node.isInitial ? draw("path", { class: "start", d: startPath(x - width / 2 - (node.isEnd ? 3 : 0), y) }) : null,
        this.isMap ? draw("circle", { cx: x, cy: y, class: "dot" }) : null,
        draw("text", {}, node.lines.map((line, i) =>
          draw("tspan", { x, y: first + i * lineHeight, class: i ? "second" : "first" }, line))),
        node.badge ? draw("text", { x: x + width / 2 + 2, y: y - height / 2 + 2, class: "more" }, node.badge) : null);
    });
  }

  /** Gives some nodes and edges a class, and takes it from the others. */
  mark(name, nodes, edges = []) {
    for (const [selector, wanted] of [["data-id", nodes], ["data-key", edges]]) {
      const names = new Set(wanted.map(String));
      for (const element of this.content.querySelectorAll(`[${selector}]`))
        element.classList.toggle(name, names.has(element.getAttribute(selector)));
    }
  }
}

function splinePath(points) {
  return `M${points[0].map(round).join(" ")}` +
    (points.length > 1 ? "C" + points.slice(1).map((p) => p.map(round).join(" ")).join(" ") : "");
}

function round(number) {
  return Math.round(number * 10) / 10;
}

/** Graphviz leaves ten pixels for it. */
function arrowPath(points) {
  const [x, y] = points[points.length - 1];
  const [fromX, fromY] = points.slice(0, -1).reverse().find((p) => Math.hypot(x - p[0], y - p[1]) > 0.5) || [x - 1, y];
  const length = Math.hypot(x - fromX, y - fromY) || 1, dx = (x - fromX) / length, dy = (y - fromY) / length;
  const side = (s) => `${round(x - s * dy * 3.6)} ${round(y + s * dx * 3.6)}`;
  return `M${round(x + dx * 9.5)} ${round(y + dy * 9.5)}L${side(1)}L${side(-1)}Z`;
}

/** The arrow from nowhere into the initial state, which ends at this point. */
function startPath(x, y) {
  return `M${round(x - 15)} ${round(y)}L${round(x - 6)} ${round(y)}M${round(x - 1.5)} ${round(y)}L${round(x - 8)} ${round(y - 3.6)}L${round(x - 8)} ${round(y + 3.6)}Z`;
}

/** What the signs in a drawing of this automaton mean. */
function automatonLegend(automaton) {
  const node = (kind, more = []) => draw("svg", { class: "sample", width: 34, height: 20, "aria-hidden": "true" },
    draw("g", { class: `node ${kind}` }, more, draw("rect", { x: 16, y: 3, width: 14, height: 14, rx: 7, class: "box" })));
  const line = (kind) => draw("svg", { class: "sample", width: 34, height: 20, "aria-hidden": "true" },
    draw("g", { class: `edge ${kind}` }, draw("path", { d: "M3 10L31 10", class: "line" })));
  const states = [...Array(Math.min(automaton.states, 5000)).keys()];
  const signs = [[node("initial", draw("path", { class: "start", d: startPath(16, 10) })), "initial state"], [node("current"), "where you are"]];
  if (automaton.ends.size) signs.push([node("", draw("rect", { x: 13, y: 0, width: 20, height: 20, rx: 10, class: "rim" })), "END, the end as it should be"]);
  if (states.some((state) => automaton.isDeadlock(state))) signs.push([node("deadlock"), "nothing is possible"]);
  if (automaton.targets.includes(automaton.error)) signs.push([node("error"), "ERROR"]);
  if (automaton.rejecting.size) signs.push([node("rejecting"), "does not accept"]);
  if (automaton.actions.includes(0)) signs.push([line("silent"), "tau, a step that nobody sees"]);
  return make("p", { class: "legend signs" }, signs.map(([sign, text]) => make("span", {}, sign, text)));
}

/** Labels of one arrow: few, short lines. */
function labelLines(labels, limit, length = 34) {
  const shown = labels.length > limit ? labels.slice(0, limit - 1) : labels;
  const lines = shown.map((label) => shorten(label, length));
  if (shown.length < labels.length) lines.push(`… ${labels.length - shown.length} more`);
  return lines;
}

/**
 * Some states of an automaton as a graph. `folded`: those whose successors are hidden on purpose; other neighbors that are
 * not among the states are counted at the node.
 */
function automatonGraph(automaton, states, { rankdir = "LR", folded = new Set(), labelLimit = 4, labelLength = 34, isTight = false } = {}) {
  const shown = new Set(states);
  const edges = new Map(), hiddenBehind = new Map();
  for (const state of states)
    for (const { action, to } of automaton.outgoing(state)) {
      if (!shown.has(to) && to !== automaton.error) {
        hiddenBehind.set(state, (hiddenBehind.get(state) || new Set()).add(to));
        continue;
      }
      if (folded.has(state) && to !== state && !shown.has(to)) continue;
      shown.add(to);
      const key = `${state} ${to}`;
      if (!edges.has(key)) edges.set(key, { from: state, to, labels: [] });
      edges.get(key).labels.push(automaton.labels[action]);
    }
  const isLarge = shown.size > 160;
  for (const edge of edges.values()) {
    edge.lines = labelLines(edge.labels, isLarge ? 2 : labelLimit, labelLength);
    edge.width = Math.max(...edge.lines.map((line) => measureText(line, edgeFont)));
    edge.title = `${automaton.nameOf(edge.from)} → ${automaton.nameOf(edge.to)}: ${edge.labels.slice(0, 40).join(", ")}`;
    edge.kind = edge.to === automaton.error ? "to-error" : edge.labels.every((label) => label === "tau") ? "silent" : "";
  }
  const nodes = [...shown].map((state) => stateNode(automaton, state, folded.has(state), hiddenBehind.get(state)));
  return { nodes, edges: [...edges.values()], options: { ...layoutOptions(shown.size, edges.size, rankdir), isTight } };
}

/** In ranks while that is quick; otherwise by forces, with labels where the reader is. */
function layoutOptions(nodes, edges, rankdir) {
  if (nodes <= 160 && edges <= 400) return { rankdir, more: "", seconds: 25 };
  return { rankdir, engine: "sfdp", isForceDirected: true, more: "splines=line, overlap=scale", seconds: 60 };
}

function stateNode(automaton, state, isFolded, hidden) {
  const text = shorten(automaton.nameOf(state), 28);
  const kinds = [state === automaton.error ? "error" : "", state === automaton.initial ? "initial" : "",
    automaton.isDeadlock(state) ? "deadlock" : "", automaton.rejecting.has(state) ? "rejecting" : "", isFolded ? "folded" : ""];
  const parts = automaton.parts(state).slice(0, 40).map((part) => `${part.name}: ${part.state}`);
  const title = [`State ${automaton.nameOf(state)}`, ...automaton.remarks(state), ...parts,
    hidden ? `${count(hidden.size, "successor")} not shown` : ""].filter(Boolean).join("\n");
  return { id: state, lines: [text], width: Math.max(28, measureText(text, nodeFont) + 16), height: 28, isRound: true,
    isEnd: automaton.ends.has(state), isInitial: state === automaton.initial, kind: kinds.filter(Boolean).join(" "), title, badge: hidden ? `+${hidden.size}` : "" };
}
