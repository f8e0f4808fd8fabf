"""Prints the object behind a page, unpacked, one fact a line."""

import base64
import json
import sys


def unpack(text):
    width = int(text[0])
    data = base64.b64decode(text[2:])
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]


def transitions(automaton):
    targets, actions = unpack(automaton["targets"]), unpack(automaton["actions"])
    name = lambda s: "ERROR" if s == automaton["states"] else automaton["names"][s] if "names" in automaton else s
    position = 0
    for state, length in enumerate(unpack(automaton["rows"])):
        for i in range(position, position + length):
            yield f"{name(state)} -{automaton['labels'][actions[i]]}-> {name(targets[i])}"
        position += length


def show(kind, thing, automata):
    extra = "".join(f", {key} {' '.join(thing[key])}" for key in ("alphabet", "reads", "writes", "variables", "hidden") if key in thing)
    print(f"{kind} {thing['name']}{', ' + thing['kind'] if 'kind' in thing else ''}{extra}")
    if "reason" in thing:
        print(f"  left out: {thing['reason']}")
    if "automaton" in thing:
        automaton = automata[thing["automaton"]]
        print(f"  {automaton['states']} states, {automaton['transitions']} transitions, ends {automaton.get('ends', [])}")
        for line in list(transitions(automaton))[:12]:
            print(f"  {line}")
        for component, states in zip(automaton.get("components", []), automaton.get("vectors", [])):
            print(f"  {component} in {unpack(states)[:12]}")


def main():
    page = json.load(sys.stdin)
    automata = page.get("automata", [])
    for system in page.get("systems", []):
        for part in system.get("components", []):
            show("component", part, automata)
        for part in system.get("properties", []):
            show("watching", part, automata)
        show("system", system, automata)
    for definition in page.get("definitions", []):
        show("definition", definition, automata)
    for result in page["results"]:
        print("result", result["kind"], result["system"], result["property"], result["verdict"])
    for run in page["runs"]:
        names = [part["name"] + ("*" if part.get("monitor") else "") for part in run.get("components", [])]
        print("run of result", run["result"], *names, *([f"cycle from {run['cycle']}"] if "cycle" in run else []))
        states = run.get("states", [[]] * (len(run["steps"]) + 1))
        print("  begins in", *states[0], json.dumps(run.get("initial", {})))
        for step, reached in zip(run["steps"], states[1:]):
            hidden = f" ({step['hidden']})" if "hidden" in step else ""
            print(f"  {step['action']}{hidden} by {', '.join(step.get('movers', []))}:", *reached, json.dumps(step.get("values", {})))
    for kind in ("assumptions", "interfaces"):
        for one in page.get(kind, []):
            print(kind, "of result", one["result"], *transitions(automata[one["automaton"]]))
    for repair in page["repairs"]:
        found = repair.get("repaired", {})
        print("repair", found.get("component", repair.get("component")), repair["verdict"], repair.get("reason", ""))
        for kind in ("costs", "remarks"):
            for text in found.get(kind, []):
                print(f"  {kind}: {text}")
        for text in [found.get("diff", "")] + [one["diff"] for one in repair.get("repairs", [])]:
            print("".join(f"  {line}\n" for line in text.splitlines() if line[:1] in "+-" and line[:2] not in ("++", "--")), end="")


main()
