// The structure of a system: its components, and the actions that they share.

/** Groups labels by who takes part in them: `[{members: [component numbers], labels}]`. */
function sharedActions(components) {
  const membersOf = new Map();
  components.forEach((component, i) => {
    for (const label of component.alphabet || []) {
      if (!membersOf.has(label)) membersOf.set(label, []);
      membersOf.get(label).push(i);
    }
  });
  const groups = new Map();
  for (const [label, members] of membersOf) {
    const key = members.join(" ");
    if (!groups.has(key)) groups.set(key, { members, labels: [] });
    groups.get(key).labels.push(label);
  }
  return [...groups.values()];
}

/** What a copy is a copy of: `p.0:POLITE` of POLITE. */
function kindOf(component) {
  const colon = component.name.lastIndexOf(":");
  return colon < 0 ? component.name : component.name.slice(colon + 1);
}

/** The components as the drawing has them: copies of one definition may be one. */
function groupsOf(system, isCollapsed) {
  const groups = new Map();
  const all = [...(system.components || []).map((component) => ({ component, isProperty: false })),
    ...(system.properties || []).map((component) => ({ component, isProperty: true }))];
  all.forEach(({ component, isProperty }, i) => {
    const key = isCollapsed && !isProperty ? kindOf(component) : `${i}`;
    if (!groups.has(key)) groups.set(key, { key, name: isCollapsed ? kindOf(component) : component.name, members: [], isProperty });
    groups.get(key).members.push(component);
  });
  return [...groups.values()].map((group) => {
    const union = (name) => [...new Set(group.members.flatMap((member) => member[name] || []))];
    return { ...group, name: group.isProperty ? group.members[0].name : group.name, alphabet: union("alphabet"),
      reads: new Set(union("reads")), writes: new Set(union("writes")) };
  });
}

function groupNode(group, index, page) {
  const first = group.members[0], automaton = page.data.automata[first.automaton];
  const size = automaton ? count(automaton.states, "state") : "";
  const facts = group.members.length > 1 ? `${group.members.length} copies` : size;
  const variables = (first.variables || []).map((variable) => shorten(variable.slice(first.name.length + 1), 30));
  const watched = group.isProperty ? labelLines(group.alphabet, 5).map((label, i, all) => `${i ? "" : "watches "}${label}${i + 1 < all.length ? "," : ""}`) : [];
  const lines = [shorten(group.name, 30), facts, ...(group.members.length > 1 ? [] : labelLines(variables, 5)), ...watched];
  const kept = lines.filter(Boolean);
  return { id: `c${index}`, lines: kept, kind: group.isProperty ? "property" : "component",
    width: Math.max(70, ...kept.map((line) => measureText(line, nodeFont) + 24)), height: 18 + lineHeight * kept.length,
    title: `${group.isProperty ? "Property" : "Component"} ${group.name}\n${count(group.alphabet.length, "action")}` };
}

/** Two partners are joined by an arrow; more meet in a node. */
function structureGraph(system, isCollapsed, page) {
  const groups = groupsOf(system, isCollapsed);
  const nodes = groups.map((group, i) => groupNode(group, i, page)), edges = [];
  const edge = (from, to, labels, more) => {
    const lines = labelLines(labels, 5);
    edges.push({ from, to, lines, width: Math.max(0, ...lines.map((line) => measureText(line, edgeFont))),
      title: labels.slice(0, 60).join(", "), ...more });
  };
  const components = groups.filter((group) => !group.isProperty); // They come first: their numbers are the same.
  sharedActions(components).forEach(({ members, labels }, number) => {
    if (members.length < 2) return;
    if (members.length === 2) return joinTwo(groups, members, labels, edge);
    const lines = labelLines(labels, 6), id = `j${number}`;
    nodes.push({ id, lines, kind: "joint", isRound: false, title: labels.join(", "), height: 10 + lineHeight * lines.length,
      width: Math.max(...lines.map((line) => measureText(line, nodeFont))) + 14 });
    members.forEach((i, position) => {
      const isBefore = position < members.length / 2;
      edge(isBefore ? `c${i}` : id, isBefore ? id : `c${i}`, [], { isPlain: true });
    });
  });
  groups.forEach((group, i) => {
    if (!group.isProperty) return;
    components.forEach((other, c) => {
      const watched = other.alphabet.filter((label) => group.alphabet.includes(label));
      if (watched.length) edge(`c${c}`, `c${i}`, [], { isPlain: true, kind: "watched", title: watched.join(", ") });
    });
  });
  return { groups, graph: { nodes, edges: mergeParallel(edges), options: { rankdir: "LR", more: "" } } };
}

/** From who writes to who reads; without values there is no direction. */
function joinTwo(groups, [a, b], labels, edge) {
  const sends = (from, to) => labels.filter((label) => groups[from].writes.has(label) && groups[to].reads.has(label));
  const there = sends(a, b), back = sends(b, a).filter((label) => !there.includes(label));
  const plain = labels.filter((label) => !there.includes(label) && !back.includes(label));
  if (there.length) edge(`c${a}`, `c${b}`, there, {});
  if (back.length) edge(`c${b}`, `c${a}`, back, {});
  if (plain.length) edge(`c${a}`, `c${b}`, plain, { isPlain: true });
}

/** The layout knows an arrow by its ends. */
function mergeParallel(edges) {
  const known = new Map();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`, other = known.get(key);
    if (!other) known.set(key, edge);
    else {
      other.lines = other.lines.concat(edge.lines);
      other.width = Math.max(other.width, edge.width);
      other.title += ", " + edge.title;
    }
  }
  return [...known.values()];
}

/** Whether an assumption or interface is about a component. */
function isAbout(name, component) {
  const names = [component.name, kindOf(component), component.name.split(":")[0]];
  return name.split(/\s*\|\|\s*|\s*\+\s*/).some((part) => names.includes(part.trim()));
}

class StructureView {
  constructor(system, page) {
    this.system = system;
    this.page = page;
    const kinds = (system.components || []).map(kindOf);
    this.hasCopies = new Set(kinds).size < kinds.length;
    this.isCollapsed = this.hasCopies && kinds.length > 12;
  }

  build() {
    const { system } = this;
    this.view = new GraphView(`Structure of ${system.name}`, (id) => this.pick(id));
    this.cards = make("div", { class: "cards" });
    const parts = system.components ? count(system.components.length, "component") : "";
    const element = make("section", { class: "structure" },
      make("h2", {}, system.name, make("span", { class: "sub" }, parts)),
      this.toolbar(), this.view.element,
      make("p", { class: "legend" }, "Boxes are components; dashed boxes are properties that watch. Lines carry the actions that both ends share, and arrows lead from who writes a value to who reads it."),
      this.cards);
    this.redraw();
    return element;
  }

  toolbar() {
    const { system, page } = this;
    const tools = [];
    if (system.automaton !== undefined)
      tools.push(make("a", { class: "button", href: page.automatonLink(system.automaton, system.name) },
        `The whole as one automaton: ${count(page.data.automata[system.automaton].states, "state")}`));
    else if (system.reason) tools.push(make("p", { class: "quiet" }, `Not shown as one automaton: ${system.reason}.`));
    if (this.hasCopies)
      tools.push(make("button", { type: "button", "aria-pressed": String(this.isCollapsed), click: (event) => {
        this.isCollapsed = !this.isCollapsed;
        event.currentTarget.setAttribute("aria-pressed", String(this.isCollapsed));
        this.redraw();
      } }, "Collapse copies"));
    return make("div", { class: "toolbar" }, tools);
  }

  redraw() {
    const { groups, graph } = structureGraph(this.system, this.isCollapsed, this.page);
    this.cards.replaceChildren(...groups.map((group, i) => this.card(group, i, groups)));
    if (groups.length <= 400) this.view.show(graph);
    else this.view.say(`${count(groups.length, "component")} are too many for a drawing; the list below has them.`);
  }

  pick(id) {
    const card = this.cards.querySelector(`[data-card="${id}"]`);
    if (!card) return;
    card.open = true;
    card.scrollIntoView({ block: "nearest" });
    card.querySelector("summary").focus();
  }

  card(group, index, groups) {
    const first = group.members[0], { page } = this;
    const own = group.alphabet.filter((label) => !groups.some((other) => other !== group && other.alphabet.includes(label)));
    const partners = groups.filter((other) => other !== group)
      .map((other) => ({ other, labels: group.alphabet.filter((label) => other.alphabet.includes(label)) }))
      .filter(({ labels }) => labels.length);
    const about = page.statementsAbout(this.system, group.members);
    return make("details", { class: `card ${group.isProperty ? "property" : ""}`, "data-card": `c${index}`, open: groups.length <= 6 },
      make("summary", {}, make("b", {}, shorten(group.name, 60)), " ", group.isProperty ? "property" : "",
        group.members.length > 1 ? ` ${group.members.length} copies` : ""),
      first.automaton !== undefined
        ? make("p", {}, make("a", { href: page.automatonLink(first.automaton, first.name) },
          `Automaton of ${count(page.data.automata[first.automaton].states, "state")}`))
        : make("p", { class: "quiet" }, `Not shown: ${first.reason}.`),
      first.automaton !== undefined && page.data.automata[first.automaton].components
        ? make("p", {}, "Composed of ", nameList(page.data.automata[first.automaton].components), ", which nobody else sees one by one: what it hides between them is tau.") : null,
      first.variables && first.variables.length ? make("p", {}, "Variables: ", nameList(first.variables)) : null,
      partners.map(({ other, labels }) => make("p", {}, `With ${shorten(other.name, 40)}: `, nameList(labels, 8))),
      own.length ? make("p", {}, "Alone: ", nameList(own, 8)) : null,
      about);
  }
}
