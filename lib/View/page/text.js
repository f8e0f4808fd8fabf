// Verdicts in words, assumptions, interfaces, repairs side by side, sources.

/** Pairs of lines from a unified diff: `[{left, right, kind}]`, each side `{number, text}` or null. */
function diffRows(diff) {
  const rows = [];
  let left = 0, right = 0, removed = [], added = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); ++i)
      rows.push({ left: removed[i] || null, right: added[i] || null, kind: removed[i] && added[i] ? "changed" : removed[i] ? "removed" : "added" });
    removed = [];
    added = [];
  };
  for (const line of diff.split("\n")) {
    const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (start) {
      flush();
      if (rows.length) rows.push({ kind: "gap" });
      left = Number(start[1]);
      right = Number(start[2]);
    } else if (left === 0 || line.startsWith("\\")) {
      continue; // The names of the files; a missing end of line.
    } else if (line.startsWith("-")) {
      removed.push({ number: left++, text: line.slice(1) });
    } else if (line.startsWith("+")) {
      added.push({ number: right++, text: line.slice(1) });
    } else if (line.startsWith(" ")) {
      flush();
      rows.push({ left: { number: left++, text: line.slice(1) }, right: { number: right++, text: line.slice(1) }, kind: "same" });
    }
  }
  flush();
  return rows;
}

/** What differs within a line that was changed is marked. */
function lineParts(text, other) {
  let begin = 0, end = 0;
  while (begin < text.length && begin < other.length && text[begin] === other[begin]) ++begin;
  while (end < text.length - begin && end < other.length - begin && text[text.length - 1 - end] === other[other.length - 1 - end]) ++end;
  const middle = text.slice(begin, text.length - end);
  return [text.slice(0, begin), middle ? make("mark", {}, middle) : null, text.slice(text.length - end)];
}

function diffTable(diff) {
  const side = (own, other, kind) => [
    make("td", { class: "number" }, own ? String(own.number) : ""),
    make("td", { class: `line ${own ? kind : "none"}` }, own && kind !== "" ? make("span", { class: "visually-hidden" }, kind + ": ") : null,
      own ? (other && kind !== "" ? lineParts(own.text, other.text) : own.text) : "")];
  const rows = diffRows(diff).map(({ left, right, kind }) => kind === "gap"
    ? make("tr", { class: "gap" }, make("td", { colspan: 4 }, "⋯"))
    : make("tr", {}, side(left, right, kind === "same" ? "" : "removed"), side(right, left, kind === "same" ? "" : "added")));
  return make("div", { class: "diff", tabindex: 0, role: "group", "aria-label": "Before and after, side by side" },
    make("table", {}, make("colgroup", {}, ["number", "text", "number", "text"].map((name) => make("col", { class: name }))),
      make("thead", {}, make("tr", {}, make("th", { colspan: 2, scope: "colgroup" }, "Before"), make("th", { colspan: 2, scope: "colgroup" }, "After"))),
      make("tbody", {}, rows)));
}

/** How a repair has ended, in a sign and in words; what costs something is never plainly good. */
function repairOutcome(repair) {
  const isDone = repair.repaired ? Boolean(repair.repaired.diff) : Boolean((repair.repairs || []).length);
  if (isDone && (repair.repaired?.costs || []).length) return { kind: "unknown", sign: "!", text: "repaired, but at a cost" };
  if (isDone) return { kind: "holds", sign: "✓", text: "repaired" };
  if (repair.verdict === "holds") return { kind: "holds", sign: "✓", text: "nothing to repair" };
  return { kind: repair.verdict, sign: verdictSigns[repair.verdict], text: repair.verdict === "violated" ? "no repair" : "no repair known" };
}

/** Text whose parts between backquotes are code. */
function withCode(text) {
  return text.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));
}

/** What is lost with a repair. */
function costsBlock(costs) {
  return make("section", { class: "costs", "aria-label": "What this repair costs" },
    make("h3", {}, make("span", { "aria-hidden": "true" }, "! "), "But: look at what it costs before you take it"),
    make("ul", {}, costs.map((cost) => make("li", {}, withCode(sentence(cost))))));
}

/** A repair, as its result describes it. */
function repairSection(repair, number) {
  const { repaired } = repair, outcome = repairOutcome(repair), costs = repaired?.costs || [];
  const who = repaired ? repaired.component : repair.component || repair.system;
  const diffs = repaired ? (repaired.diff ? [{ diff: repaired.diff, title: "" }] : [])
    : (repair.repairs || []).map((one, i) => ({ diff: one.diff, title: `Repair ${i + 1}: ${count(one.size, "change")}, ${one.same_runs} of ${count(one.runs, "passing run")} as before` }));
  return make("section", { class: "repair", id: `repair-${number}` },
    make("h2", {}, `Repair of ${who}`, repair.property ? ` for ${repair.property}` : "", make("span", { class: `badge ${outcome.kind}` }, `${outcome.sign} ${outcome.text}`)),
    costs.length ? costsBlock(costs) : null,
    repair.reason ? make("p", {}, sentence(repair.reason), (repaired?.remarks || []).map((remark) => [" ", withCode(sentence(remark))])) : null,
    repaired && repaired.steps.length ? make("details", {}, make("summary", {}, `How it was found: ${count(repaired.steps.length, "step")}`),
      make("ol", {}, repaired.steps.map((step) => make("li", {}, make("code", {}, step.trace), step.constraint ? [": inserted ", make("code", {}, step.constraint)] : ": this run was removed", ` ${step.location}`)))) : null,
    diffs.map(({ diff, title }) => [title ? make("h3", {}, title) : null, diffTable(diff)]));
}

function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : first + ".";
}

/** A tree of actions that one side can do and the other cannot. */
function treeList(branches, depth = 0) {
  if (depth > 40) return make("p", {}, "…");
  return make("ul", { class: "tree" }, branches.map((branch) =>
    make("li", {}, make("code", {}, branch.action), branch.then.length ? treeList(branch.then, depth + 1) : null)));
}

function assumptionBlock(assumption, automaton, page) {
  return make("details", { class: "statement" },
    make("summary", {}, make("b", {}, `Assumption about ${assumption.about}`), ` ${assumption.name}, ${count(assumption.states, "state")}`),
    make("p", {}, `The proof needs of ${assumption.about} only this. Over `, nameList(assumption.alphabet), "."),
    automaton !== undefined ? make("p", {}, make("a", { href: page.automatonLink(automaton, assumption.name) }, "As an automaton")) : null,
    assumption.source ? make("pre", {}, assumption.source) : null);
}

function interfaceBlock(result, automaton, page) {
  const found = result.interface;
  const texts = { true: "Every environment will do.", false: "No environment will do.", assumption: "Environments have to keep to this.",
    unknown: "Not known: a limit ended the search.", given: "A given interface was checked." };
  return make("details", { class: "statement" },
    make("summary", {}, make("b", {}, `Interface of ${result.system}`), found.name ? ` ${found.name}, ${count(found.states, "state")}` : ""),
    make("p", {}, texts[found.verdict] || found.verdict, ` Safe: ${found.safe ? "yes" : "no"}; permissive: ${found.permissive}. Over `, nameList(found.alphabet), "."),
    automaton !== undefined ? make("p", {}, make("a", { href: page.automatonLink(automaton, found.name) }, "As an automaton")) : null,
    found.source ? make("pre", {}, found.source) : null);
}

/** The files, with line numbers. A run of a C program shows where it is: its steps begin with `file:line`. */
class SourceView {
  constructor(sources) {
    this.sources = sources;
  }

  build() {
    this.lines = new Map();
    return make("div", { class: "sources" }, this.sources.map((source) => {
      const name = source.name.split("/").pop();
      const rows = source.text.replace(/\n$/, "").split("\n").map((text, i) => {
        const row = make("tr", {}, make("td", { class: "number" }, String(i + 1)), make("td", { class: "line" }, text));
        this.lines.set(`${name}:${i + 1}`, row);
        return row;
      });
      this.box = make("div", { class: "source", tabindex: 0, role: "group", "aria-label": `Source ${name}` }, make("table", {}, rows));
      return [make("h3", {}, source.name), this.box];
    }));
  }

  showStep(step) {
    if (this.row) this.row.classList.remove("here");
    const place = step ? /^(.+?):(\d+)(?=\s|:|$)/.exec(step.action) : null;
    this.row = place ? this.lines.get(`${place[1]}:${place[2]}`) : null;
    if (!this.row) return;
    this.row.classList.add("here");
    scrollWithin(this.row.closest(".source"), this.row);
  }
}
