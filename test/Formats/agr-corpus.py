"""Writes the corpus's systems as benchmark files again, and compares what tenon says of both.

usage: agr-corpus.py CORPUS FOLDER

Each system of CORPUS/agr has components M1 and M2, an observer P, and a goal with its expected verdict. It is written
into FOLDER in the format of the benchmarks, checked, and translated; the translation has to have the original's sizes.
"""

import json
import pathlib
import re
import subprocess
import sys

OPERATORS = {"<": "lt", ">": "gt", "<=": "le", ">=": "ge", "==": "eq", "!=": "ne"}


def tenon(*arguments):
    return subprocess.run(["tenon", *map(str, arguments)], capture_output=True, text=True)


def letter(action):
    action = action.strip()
    if match := re.fullmatch(r"\[(?:M[12]\.)?(\w+) (<=|>=|<|>|==|!=) (?:M[12]\.)?(-?\w+)\]", action):
        return f"C_{OPERATORS[match[2]]}_{match[1]}_{match[3]}"
    if match := re.fullmatch(r"(\w+) := (\w+) ([+-]) (\w+)", action):
        return f"A_{'pl' if match[3] == '+' else 'mn'}_{match[1]}_{match[2]}_{match[4]}"
    if match := re.fullmatch(r"(\w+) := (-?\w+)", action):
        return f"A_as_{match[1]}_{match[2]}"
    if re.fullmatch(r"\w+([?!]\w+)?", action):
        return "G_" + action
    raise ValueError(action)


def section(name, text):
    """The states and transitions of one definition, in the benchmark's notation."""
    body = re.search(rf"(?:component|observer) {name}\b.*?= S0,(.*?)\.\n", text, re.S)[1]
    states, lines = {}, []
    for state in body.split(",\n"):
        reject, index, choice = re.fullmatch(r"\s*(reject )?S(\d+) = (.*)", state, re.S).groups()
        states[index] = ("F" if (name == "P") == bool(reject) else "Q") + index
        if choice != "STOP":
            for alternative in choice.strip("()").split(" | "):
                action, target = alternative.rsplit(" -> ", 1)
                lines.append((index, letter(action), target.removeprefix("S")))
    lines = [f"[{states[a]}, {action}, {states[b]}]" for a, action, b in lines]
    return "\n".join([str(len(states)), *lines, "done\n"])


def main():
    corpus, folder = map(pathlib.Path, sys.argv[1:])
    files = sorted(corpus.glob("agr/*.fsp"))
    good = 0
    for file in files:
        text = file.read_text()
        wanted = re.search(r"check System satisfies P expect (\w+);", text)[1]
        benchmark = folder / (file.stem + ".agr")
        benchmark.write_text("".join(section(name, text) for name in ("M1", "M2", "P")))
        report = tenon("check", benchmark, "--format=json")
        verdict = json.loads(report.stdout)["results"][0]["verdict"] if report.stdout else report.stderr
        source = tenon("lts", benchmark).stdout
        parts = re.split(r"^(?:component|observer) ", source, flags=re.M)[1:]
        states = [len(re.findall(r"^  (?:reject )?S\d+", part, re.M)) for part in parts]
        original = [section(name, text).split("\n")[0] for name in ("M1", "M2", "P")]
        if verdict == wanted and list(map(str, states)) == original:
            good += 1
        else:
            print(f"{file.stem}: {verdict} instead of {wanted}; states {states}, originally {original}")
    print(f"{good} of {len(files)} agree")
    return 0 if files and good == len(files) else 1


if __name__ == "__main__":
    sys.exit(main())
