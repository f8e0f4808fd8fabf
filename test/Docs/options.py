"""The manual has every command and option that `--help` lists, with all of its values, and no others.

usage: options.py ROOT

Rows of the tables under `## tenon COMMAND` in docs/manual.md are compared with `tenon COMMAND --help`; those under
`### Options of all commands` count for each. The first column names the option, and may name values.
"""

import pathlib
import re
import subprocess
import sys

COMMON = "Options of all commands"
# What LLVM adds to the options of every program.
GENERAL = ("--help", "--help-list", "--version")


def help_of(words):
    done = subprocess.run([*words, "--help"], text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout


def commands():
    """The commands that `tenon --help` lists."""
    part = re.search(r"SUBCOMMANDS:\n(.*?)\n *Type ", help_of(["tenon"]), re.DOTALL)[1]
    return re.findall(r"^ +(\S+) +- ", part, re.MULTILINE)


def options_of(text):
    """Names, with dashes, and their values where the help lists them."""
    found, current = {}, None
    for line in text.splitlines():
        option = re.match(r"^ +(--?[A-Za-z][\w-]*)[ =<].*?- ", line)
        value = re.match(r"^ +=(\S+) ", line)
        if option:
            current = found.setdefault(option[1], set())
        elif value and current is not None:
            current.add(value[1])
    return {name: values for name, values in found.items() if name not in GENERAL}


def sections(text):
    """(title of a heading of level 2, or COMMON, what is below it)."""
    result = {}
    for part in re.split(r"^(?=## |### Options of all commands)", text, flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        title = heading.lstrip("# ")
        if title == COMMON:
            rest = re.split(r"^###? ", rest, flags=re.MULTILINE)[0]
        result[title] = rest
    return result


def rows_of(text):
    """Option names of the first columns of tables, and what the rows say of each."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("| `-"):
            continue
        cells = re.split(r"(?<!\\)\|", line)[1:-1]
        for name, rest in re.findall(r"`(--?[A-Za-z][\w-]*)([^`]*)`", cells[0]):
            said, values = found.setdefault(name, [set(), set()])
            said.update(re.findall(r"[\w-]+", line))
            values.update(re.findall(r"[a-z\d][\w-]*", rest.replace("\\|", "|")) if "|" in rest or "=" in rest else [])
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    parts = sections((root / "docs/manual.md").read_text())
    problems = []
    names = commands()
    shown = {title.split()[1] for title in parts if title.startswith("tenon ")}
    problems += [f"the manual has no section '## tenon {name}'" for name in names if name not in shown]
    problems += [f"the manual has a section about 'tenon {name}', which is no command" for name in shown - set(names)]
    common = rows_of(parts[COMMON])
    for name in [name for name in names if name in shown] + ["tenon-opt"]:
        title = name if name == "tenon-opt" else f"tenon {name}"
        listed, rows = options_of(help_of(title.split())), rows_of(parts[title])
        if not listed:
            problems.append(f"'{title} --help' lists no options that could be read")
        for option, values in listed.items():
            if option not in rows and option not in common:
                problems.append(f"{title}: the manual does not have {option}")
                continue
            said, claimed = rows.get(option) or common[option]
            problems += [f"{title}: the manual does not have {option}={value}" for value in sorted(values - said)]
            if values:
                problems += [f"{title}: there is no {option}={value}" for value in sorted(claimed - values)]
        problems += [f"{title}: the program does not have {option}" for option in rows if option not in listed]
        if name != "tenon-opt":
            problems += [f"{title}: not all commands have {option}" for option in common if option not in listed]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
