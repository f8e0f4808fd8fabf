"""The productions that docs/language.md shows are those of the grammar.

usage: grammar.py ROOT [--write]

Between `<!-- grammar -->` and `<!-- /grammar -->` the page has every production of grammar/TenonParser.g4, by the
sections of that file, in a notation for readers: tokens as they are spelled, no names for parts. `--write` puts it there;
without, a difference is an error.
"""

import pathlib
import re
import sys

BEGIN, END = "<!-- grammar -->\n", "<!-- /grammar -->\n"
WIDTH = 110
# Spellings that a set of tokens stands for.
CLASSES = {"Upper": "Name", "Lower": "name", "Integer": "integer", "Decimal": "decimal", "String": "string", "EOF": "end"}
NAME_TOKENS = ("Upper", "Next", "Until", "WeakUntil")


def literals(lexer):
    """Token names and how they are spelled: from rules like `Arrow : '->' ;`, and the words that are keywords by context."""
    found = {name: "'" + text.replace("\\\\", "\\") + "'" if text != "\\'" else "quote"
             for name, text in re.findall(r"^(\w+)\s*: '((?:[^'\\]|\\.)+)' ;$", lexer, re.MULTILINE)}
    contextual = re.search(r"tokens \{([^}]*)\}", lexer)[1]
    for name in re.findall(r"\w+", contextual):
        found[name] = "'" + re.sub(r"Type$", "", name).lower() + "'"
    return found


def sections(parser):
    """(title, [(rule, body)]) in the order of the file."""
    result = [("Files", [])]
    text = re.sub(r"^//(?!===).*$", "", parser, flags=re.MULTILINE)
    text = text[text.index("file :"):]
    for title, name, body in re.findall(r"^//===-- (.*?) -+===//$|^(\w+)\s*:(.*?)\s;$", text, re.MULTILINE | re.DOTALL):
        if title:
            result.append((title, []))
        else:
            result[-1][1].append((name, " ".join(body.split())))
    return result


def readable(body, spelled):
    body = re.sub(r"\b\w+\+?=(?=[\w('])", "", body)
    pieces = re.findall(r"\w+|[()|*+?]", body)
    names = "|".join(NAME_TOKENS)
    text = " ".join(pieces)
    text = text.replace("( Lower | Upper | Next | Until | WeakUntil )", "( Lower | Upper )")
    text = text.replace("( " + names.replace("|", " | ") + " )", "Upper")
    words = []
    for word in text.split():
        if word in CLASSES:
            words.append(CLASSES[word])
        elif word in spelled:
            words.append(spelled[word])
        elif word in "()|*+?" or word[0].islower():
            words.append(word)
        else:
            raise ValueError(f"how is the token {word} spelled?")
    text = " ".join(words)
    text = re.sub(r" ([*+?])(?=[ )]|$)", r"\1", text)
    text = re.sub(r"\( (?=\S)", "(", text)
    return re.sub(r" \)", ")", text)


def depths(text):
    """(word, how many parentheses are open before it, how many behind it), quotes aside."""
    depth = 0
    for word in text.split():
        bare = re.sub(r"'[^']+'", "", word)
        before, depth = depth, depth + bare.count("(") - bare.count(")")
        yield word, before, depth


def alternatives(text):
    parts = [[]]
    for word, depth, _ in depths(text):
        if word == "|" and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(part) for part in parts]


def broken(text):
    """One long alternative in lines: its longest group has a line for each of its own alternatives."""
    groups = [[]]
    for word, before, after in depths(text):
        groups[-1].append((word, before))
        if after == 0:
            groups.append([])
    longest = max(groups, key=lambda group: sum(len(word) + 1 for word, _ in group))
    bars = sum((word, depth) == ("|", 1) for word, depth in longest)
    if bars and sum(len(word) + 1 for word, _ in longest) / (bars + 1) > 12:  # Otherwise it is a list of operators.
        longest[:] = [("\n|" if (word, depth) == ("|", 1) else word, depth) for word, depth in longest]
    lines = " ".join(word for group in groups for word, _ in group).split(" \n")
    return "\n    ".join(wrapped(line, 4) for line in lines)


def wrapped(text, indentation):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) + indentation > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return ("\n" + " " * indentation).join(lines + [line])


def production(name, body, spelled):
    text = readable(body, spelled)
    parts = alternatives(text)
    one = f"{name} = {' | '.join(parts)}"
    if len(one) <= WIDTH:
        return one
    if len(parts) == 1:
        return f"{name}\n  = {broken(text)}"
    return f"{name}\n  = " + "\n  | ".join(wrapped(part, 4) for part in parts)


def page(root):
    lexer = (root / "grammar/TenonLexer.g4").read_text()
    parser = (root / "grammar/TenonParser.g4").read_text()
    spelled = literals(lexer)
    out = []
    for title, rules in sections(parser):
        out.append(f"\n### {title}\n\n```ebnf\n" + "\n".join(production(n, b, spelled) for n, b in rules) + "\n```\n")
    count = len(re.findall(r"^\w+\s*:", re.sub(r"//.*", "", parser[parser.index("file :"):]), re.MULTILINE))
    if sum(text.count("\n") for text in out) < count or sum(len(rules) for _, rules in sections(parser)) != count:
        raise ValueError("a rule of the grammar was not understood")
    return "".join(out).lstrip("\n") + "\n"


def main():
    root = pathlib.Path(sys.argv[1])
    path = root / "docs/language.md"
    text = path.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        print(f"{path}: the marks of the grammar are missing")
        return 1
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    wanted = "\n" + page(root)
    if "--write" in sys.argv:
        path.write_text(text[:begin] + wanted + text[end:])
        return 0
    if text[begin:end] == wanted:
        return 0
    shown, wanted = text[begin:end].splitlines(), wanted.splitlines()
    at = next((i for i, pair in enumerate(zip(shown, wanted)) if pair[0] != pair[1]), min(len(shown), len(wanted)))
    print(f"{path}: the grammar has changed: run test/Docs/grammar.py . --write\n"
          f"  shown:   {''.join(shown[at:at + 1])}\n  grammar: {''.join(wanted[at:at + 1])}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
