"""Links of README.md and docs/*.md lead somewhere, files that they name exist, and docs/README.md names every page.

usage: links.py ROOT
"""

import pathlib
import re
import sys

import documents

# Folders whose files the pages name in backquotes, and where names like `Lts/Lts.h` begin.
FOLDERS = ("docs", "examples", "grammar", "include", "lib", "test", "tools", ".ci")
STARTS = ("", "include/tenon/", "lib/")
# What every page about an engine says first, each in a row of a table.
QUESTIONS = ("Proves", "Use it", "Costs", "Can go wrong")


def without_blocks(text):
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(path):
    found = set()
    for heading in re.findall(r"^#+ (.*)$", without_blocks(path.read_text()), re.MULTILINE):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading)))
    return found


def links(root, page):
    text = re.sub(r"`[^`\n]*`", "``", without_blocks(page.read_text()))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        if not path.exists():
            yield f"{page.relative_to(root)}: there is no {target}"
        elif anchor and path.suffix == ".md" and anchor not in anchors(path):
            yield f"{page.relative_to(root)}: there is no heading for {target}"


def names(root, page):
    for name in re.findall(r"`([\w.-]+/[\w./*-]+)`", without_blocks(page.read_text())):
        first = name.split("/")[0]
        is_named = first in FOLDERS or re.search(r"^[A-Z]\w+/\w+\.(h|cpp)$", name)
        pattern = name.replace("AREA", "*")
        if is_named and not any(list(root.glob(start + pattern)) for start in STARTS):
            yield f"{page.relative_to(root)}: there is no file `{name}`"


def index(root):
    """The index has every page, and the pages in its table of engines answer the four questions."""
    text = (root / "docs/README.md").read_text()
    for page in sorted((root / "docs").glob("*.md")):
        if page.name != "README.md" and f"({page.name}" not in text:
            yield f"docs/README.md does not name {page.name}"
    engines = re.search(r"^## Engines\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)[1]
    rows = "".join(re.findall(r"^\|.*$", engines, re.MULTILINE))
    for name in sorted(set(re.findall(r"\(([\w-]+\.md)(?:#[\w-]+)?\)", rows))):
        said = (root / "docs" / name).read_text()
        for question in QUESTIONS:
            if not re.search(rf"^\| \*\*{question}\*\* \| .", said, re.MULTILINE):
                yield f"docs/{name} does not say: {question}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    problems = [problem for page in documents.pages(root) for problem in [*links(root, page), *names(root, page)]]
    problems += index(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
