#!/usr/bin/env python3
"""Compares tenon with the facts that an independent tool reports for a folder of models.

usage: compare-facts.py TENON FOLDER [--compat] [--expect FILE] [--only FILE]

FOLDER holds models and facts.json. Every process and composite must have the states, transitions and
alphabet of the facts, and every safety verdict must agree, with traces of the same length. Prints each
difference and a closing line; exits with 1 if there was a difference.
"""

import argparse
import json
import os
import subprocess
import sys

SECONDS = 20
VERDICTS = {"none": None, "deadlock": "deadlock", "violation": "safety"}


def run(tenon, *arguments):
    command = [tenon, *arguments, "--format=json", f"--timeout={SECONDS}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS * 3)
    try:
        return json.loads(done.stdout), done
    except json.JSONDecodeError:
        return None, done


def sizes(fact):
    return tuple(fact[key] for key in ("states", "transitions", "alphabet", "deadlock_states", "error_transitions"))


def compare_sizes(definition, row):
    """The difference between one row of --stats and the facts; "" if there is none, None if there are no facts."""
    fact = definition.get("process") if definition["kind"] == "process" else definition.get("composed")
    if fact is None:
        return None
    if row is None or "states" not in row:
        return "no sizes: " + str(row)
    if sizes(fact) != sizes(row):
        return f"sizes {sizes(row)}, facts {sizes(fact)}"
    return ""


def decided(results, name):
    return all(r["verdict"] != "unknown" or "first finding" in r["reason"] for r in results
               if r["system"] == name and r["kind"] in ("deadlock", "safety"))


def compare_safety(definition, results):
    """Likewise for the verdicts. The tools may show different traces of one length, which may end in different components."""
    fact = definition.get("safety")
    if not fact or fact.get("verdict") not in VERDICTS:
        return None
    found = {}
    for result in results:
        if result["system"] == definition["name"] and result["kind"] in ("deadlock", "safety"):
            found[result["kind"]] = result
    if len(found) != 2:
        return "no verdict"
    kind = VERDICTS[fact["verdict"]]
    violated = [k for k in ("safety", "deadlock") if found[k]["verdict"] == "violated"]
    violated.sort(key=lambda k: (len(found[k]["trace"]), k == "deadlock"))
    if kind is None:
        return f"{violated[0]} violated, facts say none" if violated else ""
    if not violated:
        return f"nothing violated, facts say {fact['verdict']}"
    first = found[violated[0]]
    if violated[0] != kind:
        return f"{violated[0]} violated first, facts say {fact['verdict']}"
    if len(first["trace"]) != len(fact["trace"]):
        return f"trace of {len(first['trace'])} steps, facts {len(fact['trace'])}"
    if kind == "safety" and first["trace"] == fact["trace"] and first["property"] != fact["property"]:
        return f"violation in {first['property']}, facts {fact['property']}"
    if first.get("certified") is not True:
        return "the trace does not replay"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tenon")
    parser.add_argument("folder")
    parser.add_argument("--compat", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--expect", metavar="FILE", help="known differences, `file definition what`, one a line")
    options = parser.parse_args()
    extra = ["--compat=ltsa"] if options.compat else []
    expected = set()
    if options.expect:
        with open(options.expect, encoding="utf-8") as lines:
            expected = {tuple(line.split()[:3]) for line in lines if line.strip() and not line.startswith("#")}
    with open(os.path.join(options.folder, "facts.json"), encoding="utf-8") as file:
        facts = json.load(file)
    compared = differences = 0
    seen = set()
    for name, definitions in sorted(facts.items()):
        if options.only and options.only not in name:
            continue
        path = os.path.join(options.folder, name)
        stats, stats_run = run(options.tenon, "lts", path, "--stats", *extra)
        check, check_run = run(options.tenon, "check", path, "--each", "--certify", *extra)
        if stats is None or check is None:
            differences += 1
            print(f"{name}: no output\n{stats_run.stderr}{check_run.stderr}")
            continue
        rows = {(row["name"], row["kind"] == "composite"): row for row in stats["definitions"]}
        for definition in definitions:
            row = rows.get((definition["name"], definition["kind"] == "composite"))
            results = check["results"]
            # Another definition of the file may have used up the time.
            known = definition.get("safety", {}).get("verdict") in VERDICTS
            if known and not decided(results, definition["name"]):
                alone, _ = run(options.tenon, "check", path, "--system", definition["name"], "--certify", *extra)
                results = alone["results"] if alone else results
            for what, answer in (("sizes", compare_sizes(definition, row)),
                                 ("safety", compare_safety(definition, results))):
                if answer is None:
                    continue
                compared += 1
                if not answer:
                    continue
                key = (name, definition["name"], what)
                if key in expected:
                    seen.add(key)
                    continue
                differences += 1
                print(f"{name}: {definition['name']}: {answer}")
    for key in sorted(expected - seen):
        differences += 1
        print("expected difference did not occur:", *key)
    print(f"{compared} facts compared, {differences} differences, {len(seen)} expected differences")
    return 1 if differences or not compared else 0


sys.exit(main())
