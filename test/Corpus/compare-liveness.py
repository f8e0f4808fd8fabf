#!/usr/bin/env python3
"""Compares tenon's progress and temporal verdicts with the facts that an independent tool reports.

usage: compare-liveness.py TENON FOLDER [--compat] [--expect FILE] [--only FILE] [--verbose]

FOLDER holds models, and facts.json or answers.txt. For every definition: the default progress test, each declared one
and each assertion, with and without fair choice. Every counterexample is run by the small interpreter below: its cycle
must lead back to where it starts, and the actions of a terminal set must be those of all states reachable from there.
Where the facts have traces, none of ours is longer. FILE lists known differences, `file definition property kind`; they
may only be violations that the other tool misses, and what hiding of the target changes. Exits with 1 if there was
another difference.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

SECONDS = 20
STATES = 20000  # Terminal sets up to this size are explored.


def run(tenon, *arguments):
    command = [tenon, *arguments, "--format=json", f"--timeout={SECONDS}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS * 3)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return None
    # LTSA's automata may perform labels that the system does not have; ours never occur, and are warned about.
    report["absent"] = set(re.findall(r"of assertion '(\w+)' never occur", done.stderr))
    return report


class Runner:
    """Runs counterexamples through the LTS of a definition."""

    def __init__(self, tenon, path, extra):
        self.tenon, self.path, self.extra, self.systems = tenon, path, extra, {}

    def rows(self, name):
        if name not in self.systems:
            lts = run(self.tenon, "lts", self.path, name, "--emit=json", *self.extra)
            rows = None
            if lts:
                rows = [{} for _ in range(lts["states"])]
                for source, label, target in lts["transitions"]:
                    rows[source].setdefault(label, set()).add(target)
            self.systems[name] = rows
        return self.systems[name]

    @staticmethod
    def after(rows, states, labels):
        for label in labels:
            following = set()
            for state in states:
                if label == "tau" and not rows[state]:
                    following.add(state)  # It rests.
                following |= rows[state].get(label, set())
            states = following - {-1}
        return states

    def problem(self, result, rows):
        for found in result.get("terminal_sets", [result]):
            ends = self.after(rows, {0}, found["trace"])
            if not ends:
                return "the trace does not run"
            cycle = found.get("cycle", [])
            ends = {s for s in ends if s in self.after(rows, {s}, cycle)}
            if not ends:
                return "the cycle does not lead back"
            if "actions" in found and not any(self.is_terminal(rows, s, found["actions"]) for s in ends):
                return "the set is not terminal, or has other actions"
        return ""

    def is_terminal(self, rows, start, actions):
        seen, todo, labels, back = {start}, [start], set(), {}
        while todo:
            state = todo.pop()
            labels |= rows[state].keys()
            for targets in rows[state].values():
                for target in targets:
                    if target == -1:
                        return False
                    back.setdefault(target, set()).add(state)
                    if target not in seen:
                        seen.add(target)
                        todo.append(target)
        returning, todo = {start}, [start]
        while todo:
            for source in back.get(todo.pop(), ()):
                if source not in returning:
                    returning.add(source)
                    todo.append(source)
        return labels == set(actions) and returning == seen


def fact_of(text):
    """`none`, `holds` or `violation … trace=a>b cycle=c`, with fluents behind a tab after each action."""
    fact = {"verdict": text.split()[0]}
    if trace := re.search(r" trace=(.*?)(?: cycle=|$)", text):
        fact["trace"] = [step.split("\t")[0] for step in trace.group(1).split(">")] if trace.group(1) else []
    return fact


def probe_facts(path):
    """The answers in the form of facts.json. Of assertions, traces are kept where they are shortest: for safety."""
    facts, definitions, current = {}, None, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("========== "):
                definitions = facts[line.split()[1] + ".lts"] = []
                current = None
            elif match := re.match(r"  (process|composite|constraint|DEFAULT) (\w+): ", line):
                current = {"name": match.group(2), "kind": match.group(1), "progress": {"each": {}}, "ltl": {}}
                definitions.append(current)
            elif match := re.match(r"     progress (\S+) (.*)", line):
                test, fact = match.group(1), fact_of(match.group(2))
                if test == "all_declared":
                    fact["violated"] = re.findall(r"'([^']+)'", match.group(2))
                tests = current["progress"]
                (tests if test in ("default", "all_declared") else tests["each"])[test] = fact
            elif match := re.match(r"     ltl (\S+) (safety|liveness) aut \S+ (.*)", line):
                fair, _, unfair = match.group(3).partition(" | UNFAIR ")
                culprit = re.match(r"violated in (\w+)", fair)
                if culprit and culprit.group(1) != match.group(1):
                    fair = "safety"  # The system's own ERROR, in place of an answer.
                formula = current["ltl"][match.group(1)] = {"fair": fact_of(fair)}
                if unfair:
                    formula["unfair"] = fact_of(unfair)
                if match.group(2) == "liveness":
                    for fact in formula.values():
                        fact.pop("trace", None)
    return {name: definitions for name, definitions in facts.items() if definitions}


def without_progress(path, folder):
    """A copy without progress tests, for the default one; None if the file has none."""
    with open(path, encoding="latin-1") as file:
        text = file.read()
    label = r"(?:\{[^}]*\}|[a-z][\w.\[\]]*)"
    test = re.compile(r"^[ \t]*progress\s+\w+(?:\s*\[[^\]]*\])*\s*=\s*(?:if\s*" + label + r"\s*then\s*)?" + label, re.M)
    if not test.search(text):
        return None
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "w", encoding="latin-1") as file:
        file.write(test.sub("", text))
    return copy


class Comparison:
    def __init__(self, options):
        self.options = options
        self.compared = self.replayed = self.measured = self.absent = self.differences = 0
        self.expected, self.seen = set(), set()
        if options.expect:
            with open(options.expect, encoding="utf-8") as lines:
                self.expected = {tuple(line.split()[:4]) for line in lines if line.strip() and line[0] != "#"}

    def differ(self, key, text):
        if key in self.expected:
            self.seen.add(key)
            return
        self.differences += 1
        print(*key, text, sep=": ")

    def compare(self, key, fact, result, runner, compat_hides):
        """One verdict. `safety` declines: only a wrong `holds` would disagree."""
        trace = None
        if isinstance(fact, dict):
            fact, trace = fact["verdict"], fact.get("trace")
        if fact == "timeout":
            return
        if result is None or result["verdict"] == "unknown" and fact != "safety":
            return self.differ(key, f"facts {fact}, ours {result and result.get('reason')}")
        self.compared += 1
        ours = result["verdict"]
        wanted = {"none": "holds", "violation": "violated"}.get(fact, fact)
        if wanted == "safety" and ours == "holds" or wanted != "safety" and ours != wanted:
            self.differ(key, f"facts {fact}, ours {ours} {result.get('trace')} {result.get('cycle')}")
        elif ours == "violated" and trace is not None:
            self.measured += 1
            if len(result["trace"]) > len(trace):
                self.differ(key, f"ours {result['trace']} is longer than {trace}")
        if ours == "violated" and not compat_hides:
            rows = runner.rows(key[1])
            if rows is not None and len(rows) <= STATES:
                self.replayed += 1
                if problem := runner.problem(result, rows):
                    self.differ(key, problem)


def is_minimal(path, name):
    with open(path, encoding="latin-1") as file:
        return re.search(r"\bminimal\s*(\|\|)?\s*" + name + r"\b", file.read()) is not None


def results_of(report, kind, system):
    found = {}
    for result in report["results"] if report else []:
        if result["kind"] == kind and result["system"] == system:
            found[result["property"]] = result
    return found


def compare_file(comparison, tenon, path, definitions, work, extra):
    base = os.path.basename(path)
    plain = without_progress(path, work)
    runner = Runner(tenon, path, extra)
    for definition in definitions:
        name = definition["name"]
        facts = definition.get("progress", {})
        formulas = definition.get("ltl", {})
        if definition["kind"] not in ("process", "composite") or not facts and not formulas:
            continue
        fair = run(tenon, "check", path, "--system", name, *extra)
        unfair = run(tenon, "check", path, "--system", name, "--fair=off", *extra) if formulas else None
        default = run(tenon, "check", plain, "--system", name, *extra) if plain else fair
        # LTSA does not hide what the target itself hides, and minimizes after the check: our LTS has other labels then.
        hides = bool(extra) or is_minimal(path, name)
        if facts.get("default", {}).get("verdict"):
            comparison.compare((base, name, "default", "progress"), facts["default"],
                               results_of(default, "progress", name).get(None), runner, hides)
        for test, fact in facts.get("each", {}).items():
            comparison.compare((base, name, test, "progress"), fact,
                               results_of(fair, "progress", name).get(test), runner, hides)
        declared = facts.get("all_declared", {})
        if declared.get("verdict") == "violation":
            violated = {n for n, r in results_of(fair, "progress", name).items() if r["verdict"] == "violated"}
            comparison.compared += 1
            if not set(declared.get("violated", [])) <= violated:
                comparison.differ((base, name, "all_declared", "progress"), f"facts {declared}, ours {violated}")
        for formula, fact in formulas.items():
            for kind, report in (("fair", fair), ("unfair", unfair)):
                verdict = fact.get(kind)
                if verdict and report and formula in report["absent"]:
                    comparison.absent += 1
                elif verdict:
                    comparison.compare((base, name, formula, kind), verdict,
                                       results_of(report, "ltl", name).get(formula), runner, hides)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tenon")
    parser.add_argument("folder")
    parser.add_argument("--compat", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--expect", metavar="FILE")
    options = parser.parse_args()
    extra = ["--compat=ltsa"] if options.compat else []
    if os.path.exists(answers := os.path.join(options.folder, "answers.txt")):
        facts = probe_facts(answers)
    else:
        with open(os.path.join(options.folder, "facts.json"), encoding="utf-8") as file:
            facts = json.load(file)
    comparison = Comparison(options)
    with tempfile.TemporaryDirectory() as work:
        for name, definitions in sorted(facts.items()):
            if not options.only or options.only in name:
                compare_file(comparison, options.tenon, os.path.join(options.folder, name), definitions, work, extra)
    for key in sorted(comparison.expected - comparison.seen):
        comparison.differences += 1
        print("expected difference did not occur:", *key)
    print(f"{comparison.compared} verdicts compared, {comparison.replayed} counterexamples replayed, "
          f"{comparison.measured} traces measured, "
          f"{comparison.absent} formulas with absent labels, {comparison.differences} differences, {len(comparison.seen)} expected differences")
    return 1 if comparison.differences or not comparison.compared else 0


sys.exit(main())
