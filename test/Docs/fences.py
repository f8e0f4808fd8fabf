"""Runs what README.md and docs/*.md show: every fenced block is a command, a model, data, or is marked as a figure.

usage: fences.py ROOT [--list] [PAGE...]

The words behind a fence say what a block is; docs/contributing.md explains them:

    console                 `$ command` lines and what they print; `...` or `…` stands for anything
    sh                      a script that has to succeed
    fsp, c                  a model that `tenon check` finds as wanted (exit code 0)
      violated|wrong|unknown  with exit code 1, 2 or 3 instead
      syntax                a part of a model, which `tenon fmt` reads
      fragment              a part of a definition, which nothing reads
      file=NAME             kept under this name for later blocks of the page
      append=NAME           the same, behind what that file has so far
    json, yaml              data
    text                    a figure
    ebnf                    a part of the grammar, which grammar.py compares
    any other language      has to be marked `fragment`
    not-run                 needs what a test run must not touch: packages, containers, another build
    needs=PROGRAM           run only where there is this program
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import documents

# What differs from run to run. Nothing else may.
UNSTABLE = [
    (re.compile(r"\b\d+(\.\d+)? ?(ms|s|seconds)\b"), "<time>"),
    (re.compile(r"\b\d+(\.\d+)? ?(KiB|MiB|GiB)\b"), "<memory>"),
    (re.compile(r"\b\d+(\.\d+)?M? states/s\b"), "<rate>"),
    (re.compile(r"\btenon \d+\.\d+\.\d+\S*"), "tenon <version>"),
]

# Commands that install, build, publish or start something else. Only these may be marked `not-run`.
UNRUNNABLE = {"apt-get", "apt", "sudo", "docker", "podman", "npm", "npx", "code", "dpkg", "debootstrap", "cmake", "cpack",
              "ninja", "pre-commit"}
# The first words that `./dev` keeps for itself: it runs tenon with all others.
DEV_WORDS = {"build", "test", "bench", "sanitize", "fuzz", "format", "lint", "package", "help"}
EXIT_CODES = {"violated": 1, "wrong": 2, "unknown": 3}
ATTRIBUTES = {"console": {"not-run", "needs"}, "sh": {"not-run", "needs"}, "text": set(), "json": {"fragment", "file"},
              "yaml": {"file"}, "ebnf": set(),
              "fsp": {"violated", "wrong", "unknown", "syntax", "fragment", "file", "append"}}
ATTRIBUTES["c"] = ATTRIBUTES["fsp"]
SECONDS = 120
ELISIONS = ("…", "...")


class Problem(Exception):
    pass


@dataclasses.dataclass
class Command:
    text: str
    expected: list
    typed: list  # What a person types while the command runs: lines that begin with `> `.


def commands(block):
    found = []
    for line in block.lines:
        if found and found[-1].text.endswith("\\") and not found[-1].expected:
            found[-1].text = found[-1].text[:-1] + line.strip()
        elif line.startswith("$ "):
            found.append(Command(line[2:], [], []))
        elif not found:
            raise Problem("the first line is not a command (`$ …`)")
        else:
            found[-1].expected.append(line)
            if line.startswith("> "):
                found[-1].typed.append(line[2:])
    if not found:
        raise Problem("there is no command in it")
    return found


def lines_of_script(block):
    return [line for line in block.text.replace("\\\n", "").splitlines() if line.strip() and not line.startswith("#")]


def is_unrunnable(command):
    words = command.split()
    while words and "=" in words[0]:
        words.pop(0)
    first = words[0] if words else ""
    if first in ("./dev", ".ci/run"):
        return first == ".ci/run" or len(words) > 1 and words[1] in DEV_WORDS
    return first in UNRUNNABLE or first == "git" and "clone" in words


def stable(line):
    for pattern, replacement in UNSTABLE:
        line = pattern.sub(replacement, line)
    return line.rstrip()


def line_matches(expected, actual):
    pieces = [re.escape(piece) for piece in re.split(r"…|\.\.\.", stable(expected))]
    return re.fullmatch(".*".join(pieces), stable(actual)) is not None


def output_matches(expected, actual):
    """A line that only elides stands for any number of lines. `reachable` holds how many lines of `actual` can be used up."""
    reachable = {0}
    for line in expected:
        if line.strip() in ELISIONS:
            reachable = set(range(min(reachable), len(actual) + 1)) if reachable else reachable
        else:
            reachable = {at + 1 for at in reachable if at < len(actual) and line_matches(line, actual[at])}
    return len(actual) in reachable


def run(command, folder, status=0, typed=None):
    text = re.sub(r"(^|[|&;] *)\./dev ", r"\1tenon ", command, flags=re.MULTILINE)
    done = subprocess.run(["bash", "-c", f"(exit {status})\n{text}"], cwd=folder, timeout=SECONDS, text=True, errors="replace",
                          input="".join(line + "\n" for line in typed or []), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.splitlines()


def quoted(lines):
    return "".join(f"    | {line}\n" for line in lines)


def check_console(block, folder):
    status = 0
    for command in commands(block):
        if is_unrunnable(command.text):
            raise Problem(f"'{command.text}' cannot be run by a test: mark the block 'not-run'")
        status, actual = run(command.text, folder, status, command.typed)
        if command.expected and not output_matches(command.expected, actual):
            raise Problem(f"'{command.text}' prints\n{quoted(actual)}  and not\n{quoted(command.expected)}")
        is_shown = any(line.strip() not in ELISIONS for line in command.expected)
        if status == 2 and not any("error" in line for line in command.expected) or status != 0 and not is_shown:
            raise Problem(f"'{command.text}' exits with {status}; it prints\n{quoted(actual)}")


def check_script(block, folder):
    for line in lines_of_script(block):
        if is_unrunnable(line):
            raise Problem(f"'{line}' cannot be run by a test: mark the block 'not-run'")
    status, actual = run("set -e\n" + block.text, folder)
    if status:
        raise Problem(f"the script exits with {status}; it prints\n{quoted(actual)}")


def check_not_run(block):
    texts = [c.text for c in commands(block)] if block.language == "console" else lines_of_script(block)
    if not any(is_unrunnable(text) for text in texts):
        raise Problem("every command of this block can be run: it must not be marked 'not-run'")
    return texts


def check_model(block, folder):
    outcomes = [name for name in EXIT_CODES if name in block.attributes]
    ways = outcomes + [name for name in ("syntax", "fragment") if name in block.attributes]
    if len(ways) > 1:
        raise Problem(f"'{ways[0]}' and '{ways[1]}' exclude each other")
    if "fragment" in block.attributes:
        return
    name = block.attributes.get("append") or block.attributes.get("file") or f"block-{block.line}.{block.language}"
    path = folder / name
    before = path.read_text() + "\n" if "append" in block.attributes else ""
    path.write_text(before + block.text)
    if "syntax" in block.attributes:
        wanted, command = 0, f"tenon fmt {name} -o /dev/null"
    else:
        wanted, command = EXIT_CODES[outcomes[0]] if outcomes else 0, f"tenon check {name}"
    status, actual = run(command, folder)
    if status != wanted:
        raise Problem(f"'{command}' exits with {status} instead of {wanted}; it prints\n{quoted(actual)}")


def check_data(block, folder):
    if block.language == "json" and "fragment" not in block.attributes:
        try:
            json.loads(block.text)
        except json.JSONDecodeError as error:
            raise Problem(f"this is not JSON: {error}")
    if "file" in block.attributes:
        path = folder / block.attributes["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text)
    if block.language == "yaml":
        check_workflow(block, folder)


def check_workflow(block, folder):
    """The commands of a workflow, `run: …` or the lines below `run: |`, are run where they are tenon's."""
    ran, inside = 0, None
    for line in block.lines:
        indentation = len(line) - len(line.lstrip())
        step = re.match(r"^\s*(?:- )?run: *(.*)$", line)
        if step:
            inside = indentation if step[1] in ("|", ">") else None
            command = step[1] if inside is None else ""
        elif inside is not None and indentation > inside:
            command = line.strip()
        else:
            inside, command = None, ""
        if command.startswith("tenon "):
            ran += 1
            status, actual = run(command, folder)
            if status:
                raise Problem(f"'{command}' exits with {status}; it prints\n{quoted(actual)}")
    if "run:" in block.text and not ran:
        raise Problem("the workflow has no command of tenon")


def check(block, folder, summary):
    """What is wrong with a block is raised as a Problem; what was done is counted in `summary`."""
    language = block.language
    if not language and block.lines and block.lines[0].startswith("$ "):
        language = block.language = "console"
    if not language:
        raise Problem("the fence does not say what this is (console, sh, fsp, c, json, yaml, text, or any language with "
                      "'fragment')")
    allowed = ATTRIBUTES.get(language, {"fragment", "file"})
    for name in block.attributes:
        if name not in allowed:
            raise Problem(f"'{language}' does not take '{name}'")
    place, attributes = summary["place"](block), block.attributes
    if "not-run" in attributes:
        summary["not run"].append(f"{place}: {'; '.join(check_not_run(block))}")
    elif "needs" in attributes and not shutil.which(attributes["needs"]):
        summary["not run"].append(f"{place}: there is no {attributes['needs']} here")
    elif language == "console":
        check_console(block, folder)
        summary["run"].append(place)
    elif language == "sh":
        check_script(block, folder)
        summary["run"].append(place)
    elif language in ("fsp", "c"):
        check_model(block, folder)
        summary["fragments" if "fragment" in attributes else "models"].append(place)
    elif language in ("json", "yaml"):
        check_data(block, folder)
        summary["data"].append(place)
    elif language in ("text", "ebnf"):
        summary["figures"].append(place)
    elif "file" in attributes:
        check_data(block, folder)
        summary["data"].append(place)
    elif "fragment" in attributes:
        summary["fragments"].append(place)
    else:
        raise Problem(f"'{language}' is nothing that can be checked: mark it 'fragment'")


def check_page(root, page):
    summary = {"place": lambda block: block.place(root), "run": [], "models": [], "data": [], "fragments": [],
               "figures": [], "not run": [], "problems": []}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for part in ("examples", "grammar"):
            shutil.copytree(root / part, folder / part)
        for block in documents.blocks(page):
            try:
                check(block, folder, summary)
            except Problem as problem:
                summary["problems"].append(f"{block.place(root)}: {problem}")
            except subprocess.TimeoutExpired as expired:
                summary["problems"].append(f"{block.place(root)}: no end after {SECONDS} s: {expired.cmd[-1]}")
    return summary


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    root = pathlib.Path(arguments[0]).resolve()
    pages = documents.pages(root)
    if arguments[1:]:
        pages = [page for page in pages if page.name in arguments[1:]]
    if "--list" in sys.argv:
        for page in pages:
            for block in documents.blocks(page):
                print(f"{block.place(root)}: {block.language} {' '.join(block.attributes)}")
        return 0
    os.environ["COLUMNS"] = "120"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        summaries = list(pool.map(lambda page: check_page(root, page), pages))
    total = {kind: [place for summary in summaries for place in summary[kind]] for kind in summaries[0] if kind != "place"}
    for problem in total["problems"]:
        print(problem)
    print("; ".join(f"{kind}: {len(places)}" for kind, places in total.items()))
    for place in total["not run"]:
        print(f"not run: {place}")
    return 1 if total["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
