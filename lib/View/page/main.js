// The page: contents, routes, keys.

const kindNames = { deadlock: "deadlock", safety: "safety", progress: "progress", ltl: "temporal", refinement: "refinement",
  simulation: "simulation", interface: "interface", repair: "repair", equivalence: "equivalence" };

/** Texts that are there more than once get something that tells them apart: `more(i, position among the equal ones)`. */
function numbered(texts, more) {
  const places = new Map();
  texts.forEach((text, i) => places.set(text, [...(places.get(text) || []), i]));
  return texts.map((text, i) => (places.get(text).length > 1 ? `${text} · ${more(i, places.get(text).indexOf(i))}` : text));
}

class Page {
  constructor(data) {
    this.data = data;
    this.unpacked = new Map();
    for (const list of ["systems", "definitions", "results", "runs", "assumptions", "interfaces", "repairs", "automata", "sources"])
      data[list] = data[list] || [];
    this.isProgram = !data.systems.length && !data.definitions.length;
  }

  automaton(index) {
    if (index === undefined) return null;
    if (!this.unpacked.has(index)) this.unpacked.set(index, new Automaton(this.data.automata[index]));
    return this.unpacked.get(index);
  }

  automatonLink(index, name) {
    return `#automaton/${index}/${encodeURIComponent(name)}`;
  }

  // What is said of results

  /** A question to which `holds` is the good answer. */
  titleOf(result) {
    const { kind, system, property } = result;
    const titles = {
      deadlock: `Is ${system} free of deadlock?`,
      safety: property ? `Does ${system} satisfy ${property}?` : `Does ${system} keep out of ERROR?`,
      progress: property ? `Does ${property} go on happening in ${system}?` : `Does every action of ${system} go on happening?`,
      ltl: `Is ${property} true of ${system}?`,
      refinement: `Does ${system} do only what ${property} does?`,
      simulation: `Does ${property} simulate ${system}?`,
      interface: `Is there an environment in which ${system} ${property ? `satisfies ${property}` : "keeps out of ERROR"}?`,
      repair: `Does ${system} satisfy ${property}, as it stands?`,
    };
    return this.isProgram ? `Is every run of ${system} free of failures?` : titles[kind] || `${kind} ${system}`;
  }

  /** Results that ask the same are told apart by their methods, or by their numbers. */
  shortTitle(number) {
    if (!this.shortTitles) {
      const { results } = this.data;
      this.questions = results.map((result) => [kindNames[result.kind], result.system, result.property].filter(Boolean).join(" · "));
      this.shortTitles = numbered(numbered(this.questions, (i) => results[i].method), (i, position) => `${position + 1}`);
    }
    return this.shortTitles[number];
  }

  /** What sets a result apart from others with the same question, if there are any. */
  distinction(number) {
    return this.shortTitle(number).slice(this.questions[number].length).replace(/^ · /, "");
  }

  runTitle(number) {
    const run = this.data.runs[number], runs = this.runsOf(run.result);
    if (this.isProgram) return "Failing run";
    const position = runs.findIndex(({ i }) => i === number) + 1;
    return this.shortTitle(run.result) + (runs.length > 1 ? ` · ${position} of ${runs.length}` : "");
  }

  remarksOf(result) {
    const remarks = [];
    if (result.reason) remarks.push(sentence(result.reason));
    if (result.expect) remarks.push(`The goal expects that it ${result.expect === "holds" ? "holds" : "is violated"}.`);
    if (result.states) remarks.push(`Found by looking at ${count(result.states, "state")} and ${count(result.transitions, "transition")}, method ${result.method}.`);
    else if (result.method && result.method !== "direct") remarks.push(`Method ${result.method}.`);
    return remarks.length ? make("p", { class: "remarks" }, remarks.join(" ")) : null;
  }

  runsOf(number) {
    return this.data.runs.map((run, i) => ({ run, i })).filter(({ run }) => run.result === number);
  }

  /** Assumptions and interfaces that speak of one of these components. */
  statementsAbout(system, components) {
    const blocks = [];
    const fits = (name) => components.some((component) => isAbout(name, component));
    this.data.results.forEach((result, number) => {
      (result.assumptions || []).forEach((assumption, i) => {
        if (result.system === system.name && fits(assumption.about))
          blocks.push(assumptionBlock(assumption, this.assumptionAutomaton(number, i), this));
      });
      if (result.interface && fits(result.system)) blocks.push(interfaceBlock(result, this.interfaceAutomaton(number), this));
    });
    return blocks;
  }

  assumptionAutomaton(result, index) {
    const found = this.data.assumptions.find((one) => one.result === result && one.index === index);
    return found && found.automaton;
  }

  interfaceAutomaton(result) {
    const found = this.data.interfaces.find((one) => one.result === result);
    return found && found.automaton;
  }

  // Views

  overview() {
    const { data } = this;
    const system = data.systems[data.systems.length - 1];
    const element = make("section", {}, this.resultTable());
    if (data.repairs.length)
      element.append(make("h2", {}, "Repairs"), this.repairTable());
    if (system) element.append(new StructureView(this.mainSystem(), this).build());
    if (this.isProgram) element.append(make("section", {}, make("h2", {}, "Source"), new SourceView(data.sources).build()));
    return element;
  }

  /** That of the first violated goal, or else the last. */
  mainSystem() {
    const { systems, results } = this.data;
    const bad = results.find((result) => result.verdict === "violated" && systems.some((system) => system.name === result.system));
    const wanted = bad || results.find((result) => systems.some((system) => system.name === result.system));
    return (wanted && systems.find((system) => system.name === wanted.system)) || systems[systems.length - 1];
  }

  resultTable() {
    const { results } = this.data;
    if (!results.length) return make("p", {}, "Nothing was asked of this file.");
    const rows = results.map((result, i) => {
      const runs = this.runsOf(i);
      return make("tr", {}, make("td", {}, verdictBadge(result.verdict)),
        make("td", {}, make("a", { href: `#result/${i}` }, this.titleOf(result)), this.distinction(i) ? make("span", { class: "quiet" }, ` · ${this.distinction(i)}`) : null, result.as_wanted ? (result.verdict === "violated" ? make("span", { class: "quiet" }, " as expected") : null) : make("span", { class: "unwanted" }, " not as wanted")),
        make("td", {}, runs.length ? make("a", { class: "button", href: `#run/${runs[0].i}` }, `Step through ${count(runs[0].run.steps.length, "step")}`) : ""));
    });
    return make("div", {}, make("h2", { id: "verdicts" }, "Verdicts"), make("table", { class: "verdicts", "aria-labelledby": "verdicts" },
      make("thead", { class: "visually-hidden" }, make("tr", {}, make("th", { scope: "col" }, "Verdict"), make("th", { scope: "col" }, "Question"), make("th", { scope: "col" }, "Counterexample"))),
      make("tbody", {}, rows)));
  }

  repairTable() {
    const rows = this.data.repairs.map((repair, i) => {
      const { kind, sign, text } = repairOutcome(repair);
      return make("tr", {}, make("td", {}, make("span", { class: `badge ${kind}` }, `${sign} ${text}`)),
        make("td", {}, make("a", { href: `#repair/${i}` }, this.repairTitle(repair)),
          (repair.repaired?.costs || []).map((cost) => make("p", { class: "cost" }, withCode(sentence(cost))))));
    });
    return make("table", { class: "verdicts repairs", "aria-label": "Repairs" }, make("tbody", {}, rows));
  }

  resultView(number) {
    const result = this.data.results[number], runs = this.runsOf(number);
    const element = make("section", {},
      make("h2", {}, this.titleOf(result), verdictBadge(result.verdict)), this.remarksOf(result),
      runs.map(({ run, i }, position) => make("p", {}, make("a", { class: "button", href: `#run/${i}` },
        `Step through the counterexample${runs.length > 1 ? ` ${position + 1}` : ""}: ${count(run.steps.length, "step")}`))),
      (result.terminal_sets || []).map((set) => make("p", {}, `In the end only `, set.actions.length ? nameList(set.actions) : "nothing", ` happens, in ${count(set.states, "state")}; missing: `, nameList(set.missing), ".")),
      result.tree ? [make("h3", {}, "What can be done and not followed"), treeList(result.tree)] : null,
      (result.assumptions || []).map((assumption, i) => assumptionBlock(assumption, this.assumptionAutomaton(number, i), this)),
      result.interface ? interfaceBlock(result, this.interfaceAutomaton(number), this) : null);
    for (const statement of element.querySelectorAll(".statement")) statement.open = true; // Here it is what one came for.
    return element;
  }

  repairTitle(repair) {
    const who = repair.repaired ? repair.repaired.component : repair.component || repair.system;
    return `${who}${repair.property ? " for " + repair.property : ""}`;
  }

  definitionView(number) {
    const definition = this.data.definitions[number];
    if (definition.automaton === undefined)
      return make("section", {}, make("h2", {}, definition.name), make("p", {}, `Not shown: ${definition.reason}.`));
    return this.explorer(definition.automaton, definition.name);
  }

  explorer(index, name) {
    this.active = new ExplorerView(this.automaton(index), name, this);
    return this.active.build();
  }

  // Contents

  groups() {
    const { data } = this;
    const groups = [["", [{ href: "#overview", text: "Overview" }]]];
    groups.push(["Verdicts", data.results.map((result, i) => ({ href: `#result/${i}`, text: this.shortTitle(i), verdict: result.verdict }))]);
    groups.push(["Counterexamples", data.runs.map((run, i) => ({ href: `#run/${i}`, text: this.runTitle(i) }))]);
    groups.push(["Repairs", data.repairs.map((repair, i) => ({ href: `#repair/${i}`, text: this.repairTitle(repair), outcome: repairOutcome(repair) }))]);
    groups.push(["Systems", data.systems.map((system, i) => ({ href: `#system/${i}`, text: system.name }))]);
    groups.push(["Automata", data.definitions.map((definition, i) => ({ href: `#definition/${i}`, text: definition.name,
      note: definition.automaton === undefined ? definition.kind : `${definition.kind}, ${data.automata[definition.automaton].states.toLocaleString("en")}` }))]);
    if (data.sources.length) groups.push(["Files", [{ href: "#source", text: "Source" }]]);
    return groups;
  }

  showContents(filter = "") {
    const limit = 200, text = filter.toLowerCase();
    const link = ({ href, text: name, verdict, outcome, note }) => make("li", {}, make("a", { href, title: name },
      verdict ? make("span", { class: `sign ${verdict}`, role: "img", "aria-label": verdict }, verdictSigns[verdict]) : null,
      outcome ? make("span", { class: `sign ${outcome.kind}`, role: "img", "aria-label": outcome.text }, outcome.sign) : null,
      make("span", { class: "name" }, shorten(name, 70)), note ? make("span", { class: "note" }, note) : null));
    document.getElementById("links").replaceChildren(...this.groups().map(([title, entries]) => {
      const fitting = entries.filter((entry) => entry.text.toLowerCase().includes(text));
      if (!fitting.length) return "";
      return make("section", {}, title ? make("h2", {}, title, make("span", { class: "sub" }, fitting.length > 1 ? fitting.length : "")) : null,
        make("ul", {}, fitting.slice(0, limit).map(link), fitting.length > limit ? make("li", { class: "quiet" }, `and ${fitting.length - limit} more; filter to see them`) : null));
    }));
    this.markContents();
  }

  markContents() {
    for (const link of document.querySelectorAll("#links a"))
      if (link.getAttribute("href") === (location.hash || "#overview")) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
  }

  // Routes

  route() {
    const [name, first, second] = location.hash.slice(1).split("/");
    const number = Number(first), { data } = this;
    this.active = null;
    if (name === "result" && data.results[number]) return this.resultView(number);
    if (name === "run" && data.runs[number]) {
      this.active = new RunView(data.runs[number], data.results[data.runs[number].result], this);
      return this.active.build();
    }
    if (name === "system" && data.systems[number]) return new StructureView(data.systems[number], this).build();
    if (name === "definition" && data.definitions[number]) return this.definitionView(number);
    if (name === "automaton" && data.automata[number]) return this.explorer(number, decodeURIComponent(second || "automaton"));
    if (name === "repair" && data.repairs[number]) return repairSection(data.repairs[number], number);
    if (name === "source") return make("section", {}, make("h2", {}, "Source"), new SourceView(data.sources).build());
    return this.overview();
  }

  navigate(isFirst = false) {
    const main = document.getElementById("main");
    this.shown = location.hash;
    main.replaceChildren(this.route());
    this.markContents();
    if (isFirst) return;
    main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    const title = main.querySelector("h2");
    if (title) announce(title.textContent);
  }

  followHash() {
    if (location.hash !== this.shown) this.navigate();
  }

  // Keys

  key(event) {
    this.followHash(); // A key may come before the browser tells of a new address.
    const target = event.target;
    const isTyping = target.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById("help").open) return;
    if (isTyping) {
      if (event.key === "Escape") {
        if (target.id === "filter") this.showContents((target.value = ""));
        target.blur();
      }
      return;
    }
    if (this.active && this.active.key(event)) return event.preventDefault();
    const first = (list, name) => () => list.length && (location.hash = `#${name}/0`);
    const acts = { "?": () => this.help(), g: () => document.getElementById("filter").focus(), o: () => (location.hash = "#overview"),
      f: () => this.showAll(), F: () => this.showAll(), r: first(this.data.runs, "run"), n: () => this.nextRun(1), p: () => this.nextRun(-1) };
    if (!acts[event.key]) return;
    acts[event.key]();
    event.preventDefault();
  }

  /** All of each drawing; if that is so, what can be read. */
  showAll() {
    const views = [...document.querySelectorAll("#main .graph")].map(({ view }) => view);
    const cut = views.filter((view) => !view.cut.hidden);
    if (cut.length) cut.forEach((view) => view.fitAll());
    else views.filter((view) => view.isAll).forEach((view) => view.toggleAll());
  }

  nextRun(step) {
    const at = /^#run\/(\d+)$/.exec(location.hash), number = at ? Number(at[1]) + step : 0;
    if (this.data.runs[number]) location.hash = `#run/${number}`;
  }

  help() {
    const dialog = document.getElementById("help");
    const rows = [["Anywhere"], ["?", "this help"], ["f", "all of each drawing; again: what can be read"], ["o", "overview"], ["g", "filter the contents"], ["r", "first counterexample"], ["n, p", "next, previous counterexample"],
      ["Stepping through a run"], ["← →", "one step back, one step on"], ["Home, End", "to the beginning, to the end"],
      ["In an automaton"], ["/", "find a state: its number or name, an action, deadlock, ERROR"], ["1 … 9", "do that transition"], ["Backspace", "back to where you were"],
      ["i", "to the initial state"], ["c", "collapse what follows the state, or expand it"], ["d", "turn the drawing"],
      ["In a drawing that has the focus"], ["+ − 0", "zoom in, zoom out, show all (or the wheel)"], ["Shift + arrows", "move it (or drag)"]];
    dialog.replaceChildren(make("h2", { id: "help-title" }, "Keys"), make("table", {}, rows.map(([keys, text]) => text
      ? make("tr", {}, make("td", {}, make("kbd", {}, keys)), make("td", {}, text)) : make("tr", {}, make("th", { colspan: 2, scope: "rowgroup" }, keys)))),
      make("form", { method: "dialog" }, make("button", { autofocus: true }, "Close")));
    dialog.showModal();
  }

  start() {
    const { results } = this.data;
    const kindOf = (result) => result.verdict === "unknown" ? "unknown" : !result.as_wanted ? `${result.verdict}, not as wanted` : result.verdict === "violated" ? "violated as expected" : "holds";
    const kinds = ["holds", "violated as expected", "holds, not as wanted", "violated, not as wanted", "unknown"];
    const tally = kinds.map((kind) => [kind, results.filter((result) => kindOf(result) === kind).length]).filter(([, number]) => number);
    const look = (kind) => kind === "unknown" || kind === "violated as expected" ? "unknown" : kind === "holds" ? "holds" : "violated";
    document.getElementById("tally").replaceChildren(...tally.map(([kind, number]) =>
      make("span", { class: `badge ${look(kind)}` }, `${verdictSigns[kind.split(/[ ,]/)[0]]} ${number} ${kind === "violated, not as wanted" ? "violated" : number > 1 ? kind.replace("holds", "hold") : kind}`)));
    for (const change of ["input", "search"]) // Its own button empties it without the former.
      document.getElementById("filter").addEventListener(change, (event) => this.showContents(event.target.value));
    document.getElementById("help-button").addEventListener("click", () => this.help());
    document.addEventListener("keydown", (event) => this.key(event));
    document.getElementById("skip").addEventListener("click", (event) => (event.preventDefault(), document.getElementById("main").focus()));
    window.addEventListener("hashchange", () => this.followHash());
    this.showContents();
    this.navigate(true);
    window.removeEventListener("keydown", keepEarlyKey, true);
    for (const event of earlyKeys.splice(0)) this.key(event);
  }
}

// The frame is painted before the data is read.
requestAnimationFrame(() => setTimeout(() => new Page(JSON.parse(document.getElementById("data").textContent)).start()));
