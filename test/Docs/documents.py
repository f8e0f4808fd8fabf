"""The pages of the documentation, and the fenced blocks in them. What the words behind a fence mean is in docs/contributing.md."""

import dataclasses
import pathlib
import re


@dataclasses.dataclass
class Block:
    page: pathlib.Path
    line: int
    language: str
    attributes: dict
    lines: list

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    def place(self, root):
        return f"{self.page.relative_to(root)}:{self.line}"


def pages(root):
    """README.md and docs/*.md, in a fixed order."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def blocks(page):
    """The fenced blocks of a page. An indented fence loses its indentation."""
    found, current = [], None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fence = re.match(r"^( *)```(.*)$", line)
        if fence and current is None:
            language, attributes = _info(fence[2])
            current = (Block(page, number, language, attributes, []), len(fence[1]))
        elif fence:
            found.append(current[0])
            current = None
        elif current is not None:
            block, indentation = current
            block.lines.append(line[indentation:] if not line[:indentation].strip() else line)
    if current is not None:
        raise ValueError(f"{page}:{current[0].line}: this block is not closed")
    return found


def _info(text):
    words = text.split()
    attributes = {}
    for word in words[1:]:
        name, _, value = word.partition("=")
        attributes[name] = value
    return (words[0] if words else ""), attributes
