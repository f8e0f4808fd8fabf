#!/usr/bin/env python3
"""Compares tenon with the answers that an independent tool gives for small probe models.

usage: compare-probes.py TENON FOLDER [--compat] [--expect FILE]

FOLDER holds the probes and answers.txt. Every definition must denote the same LTS up to strong
bisimilarity as in the answers, or be rejected at the same line. FILE lists known differences, one a line:
the probe's name and a word for the kind of difference. Exits with 1 if there was another.
"""

import argparse
import json
import os
import re
import subprocess
import sys

ERROR = -1


class Answer:
    def __init__(self, name):
        self.name = name
        self.rejected = []   # lines where the other tool rejects
        self.crashed = False
        self.definitions = {}  # (name, kind) -> (end, states, transitions) or None where only the sizes are known


def parse_lts(text):
    """`end E des(0,T,S) (0,a,1) …`; None if the listing was cut."""
    head = re.match(r"end (None|\d+):? des\(0,(\d+),(\d+)\)", text)
    end = None if head.group(1) == "None" else int(head.group(1))
    if "..." in text:
        return None
    transitions = [(int(a), label, int(b)) for a, label, b in re.findall(r"\((\d+),([^(),]+),(-?\d+)\)", text)]
    if len(transitions) != int(head.group(2)):
        return None
    return end, int(head.group(3)), transitions


def parse_answers(path):
    answers, current, composite = [], None, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("========== "):
                current = Answer(line.split()[1])
                answers.append(current)
                composite = None
                continue
            if current is None or not line.startswith("  "):
                continue
            text = line.strip()
            if text == "RC 124" or ": crash " in text:
                current.crashed = True
            match = re.match(r"(process|composite|constraint|DEFAULT) (\w+): (.*)", text)
            if match:
                composite = match.group(2) if match.group(1) == "composite" else None
                if match.group(3).startswith("end ") and match.group(1) in ("process", "constraint"):
                    current.definitions[(match.group(2), match.group(1))] = parse_lts(match.group(3))
            if composite and text.startswith("composed raw"):
                current.definitions[(composite, "composite")] = parse_lts(re.sub(r"composed raw \S+ ", "", text))
            if "rejected {" in text:
                where = re.search(r"'at': '(\d+):", text)
                current.rejected.append(int(where.group(1)) if where else None)
    return answers


def bisimilar(left, right):
    """Naive partition refinement on the disjoint union."""
    rows, ends = [], []
    for end, states, transitions in (left, right):
        base = len(rows)
        rows.extend([[] for _ in range(states)])
        ends.extend([False] * states)
        if end is not None:
            ends[base + end] = True
        for source, label, target in transitions:
            rows[base + source].append((label, ERROR if target == ERROR else base + target))
    block = [int(end) for end in ends]
    count = len(set(block))
    while True:
        signatures = [(block[s], frozenset((label, ERROR if t == ERROR else block[t]) for label, t in rows[s]))
                      for s in range(len(rows))]
        numbers = {signature: i for i, signature in enumerate(sorted(set(signatures), key=signatures.index))}
        block = [numbers[signature] for signature in signatures]
        if len(numbers) == count:
            return block[0] == block[left[1]]
        count = len(numbers)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def compare(tenon, path, answer, extra):
    """The kind of difference and its description, or None."""
    stats = run(tenon, "lts", path, "--stats", "--format=json", *extra)
    errors = [int(line) for line in re.findall(r":(\d+):\d+: error: ", stats.stderr)]
    if stats.returncode not in (0, 2) or (stats.returncode == 2 and not errors):
        return "exit", f"exit code {stats.returncode}: {stats.stderr}"
    if answer.rejected:
        if stats.returncode != 2:
            return "accepted", "accepted; the other tool rejects"
        wanted = [line for line in answer.rejected if line is not None]
        if wanted and not set(wanted) & set(errors):
            return "line", f"rejected at {errors}, not at {wanted}: {stats.stderr}"
        return None
    if stats.returncode == 2:
        return "rejected", stats.stderr
    if answer.crashed:
        return "survived", "accepted; the other tool crashes or hangs"
    for (name, kind), lts in answer.definitions.items():
        if lts is None:
            continue
        emitted = run(tenon, "lts", path, name, "--emit=json", *extra)
        if emitted.returncode != 0:
            return "emit", f"{name}: {emitted.stderr}"
        ours = json.loads(emitted.stdout)
        mine = (ours["end"], ours["states"], [tuple(t) for t in ours["transitions"]])
        if not bisimilar(lts, mine):
            return "lts", f"{name}: {mine} is not bisimilar to {lts}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tenon")
    parser.add_argument("folder")
    parser.add_argument("--compat", action="store_true")
    parser.add_argument("--expect")
    parser.add_argument("--only")
    options = parser.parse_args()
    extra = ["--compat=ltsa"] if options.compat else []
    expected = {}
    if options.expect:
        with open(options.expect, encoding="utf-8") as lines:
            expected = dict(line.split()[:2] for line in lines if line.strip() and not line.startswith("#"))
    differences = count = 0
    for answer in parse_answers(os.path.join(options.folder, "answers.txt")):
        if options.only and answer.name != options.only:
            continue
        path = os.path.join(options.folder, answer.name + ".lts")
        if not os.path.exists(path):
            continue
        count += 1
        difference = compare(options.tenon, path, answer, extra)
        kind = difference[0] if difference else None
        if kind != expected.get(answer.name):
            differences += 1
            print(f"{answer.name}: {kind}: {difference[1] if difference else 'expected difference did not occur'}")
    print(f"{count} probes compared, {differences} differences, {len(expected)} expected differences")
    return 1 if differences or not count else 0


sys.exit(main())
