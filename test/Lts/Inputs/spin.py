"""Holds the counts of Spin on --emit promela against those of the composed LTS: states, transitions, and as errors the
deadlocks and the transitions to ERROR. Where a system can terminate, the composition has merged states: only the errors
are compared. Usage: spin.py TENON DIRECTORY [FILE SYSTEM]...; without files, random systems."""
import json
import os
import random
import re
import subprocess
import sys


def run(command, directory=None):
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def random_model(random_source):
    text = []
    parts = [f"P{i}" for i in range(random_source.randint(1, 4))]
    for name in parts:
        states = random_source.randint(1, 4)
        labels = [f"a[{k}]" for k in random_source.sample(range(5), random_source.randint(1, 4))]

        def target():
            kind = random_source.random()
            return "ERROR" if kind < 0.03 else "END" if kind < 0.08 else f"S[{random_source.randrange(states)}]"

        rows = []
        for s in range(states):
            arms = [f"{random_source.choice(labels)} -> {target()}" for _ in range(random_source.randint(1, 4))]
            rows.append(f"S[{s}] = ({' | '.join(arms)})")
        hidden = f" \\ {{{labels[0]}}}" if random_source.random() < 0.3 else ""
        text.append(f"{name} = S[0],\n" + ",\n".join(rows) + hidden + ".\n")
    return "".join(text) + f"||SYS = ({' || '.join(parts)}).\n"


def compare(tenon, directory, source, system):
    row = json.loads(run([tenon, "lts", source, system, "--stats", "--format=json"]))["definitions"][0]
    run([tenon, "lts", source, system, "--emit", "promela", "-o", os.path.join(directory, "system.pml")])
    run(["spin", "-a", "system.pml"], directory)
    run(["cc", "-O1", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], directory)
    output = run(["./pan", "-c0", "-n"], directory)
    number = lambda pattern: int(re.search(pattern, output).group(1))
    spin = [number(r"errors: (\d+)"), number(r"(\d+) states, stored"), number(r"(\d+) transitions \(=")]
    ours = [row["deadlock_states"] + row["error_transitions"], row["states"], row["transitions"] + 1]  # Spin counts the way into the initial state.
    terminates = "-> break" in open(os.path.join(directory, "system.pml"), encoding="utf-8").read()
    if terminates:
        ours, spin = ours[:1], spin[:1]
    if ours != spin:
        sys.exit(f"{source} {system}: [errors, states, transitions] are {ours}, with Spin {spin}")
    print(f"{system}: {spin[0]} errors" + ("" if terminates else f", {spin[1]} states, {spin[2]} transitions"))


def main():
    tenon, directory, *models = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    for source, system in zip(models[::2], models[1::2]):
        compare(tenon, directory, os.path.abspath(source), system)
    if not models:
        for seed in range(12):
            source = os.path.join(directory, "random.fsp")
            with open(source, "w", encoding="utf-8") as file:
                file.write(random_model(random.Random(seed)))
            compare(tenon, directory, source, "SYS")


main()
