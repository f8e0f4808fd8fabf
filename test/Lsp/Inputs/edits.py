"""Random edits: the server does not break down, keeps the text, and says what `tenon check` says of it."""

import random
import re
import subprocess
import sys
import tempfile
import os

from client import Client, expect, offset_of

examples, edits, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ending = sys.argv[4] if len(sys.argv) > 4 else "fsp"
generator = random.Random(seed)
PIECES = ["(", ")", "{", "}", "[", "]", "->", "=", ".", ",", ";", "|", "||", "\n", "\r\n", " ", "//", "/*", "*/", '"', ":",
          "::", "a", "P", "X", "0", "99999999999", "when", "if", "then", "const N = 1\n", "P = (a -> P).\n", "ä", "𝄞",
          "\t", "check ", "component C { int x; ", "property ", "[i:0..3]", "..", "\\", "@", "'", "#", "<>", "forall", "0/0"]
SMALL = ["lock", "buffer", "vending", "philosophers", "password", "level_crossing", "bounded_buffer", "printer",
         "startup", "signature"] if ending == "fsp" else ["ring", "midpoint", "triangle"]


def position_of(text, index, width):
    before = text[:index]
    last = max(before.rfind("\n"), before.rfind("\r"))
    lines = len(re.findall(r"\r\n|\n|\r", before))
    if before.endswith("\r") and text[index:index + 1] == "\n":
        lines -= 1  # Between the two there is no line.
        last = max(before[:-1].rfind("\n"), before[:-1].rfind("\r"))
        return {"line": lines, "character": width(before[last + 1:-1])}, index - 1
    return {"line": lines, "character": width(before[last + 1:])}, index


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def random_edit(text):
    begin = generator.randint(0, len(text))
    kind = generator.random()
    end = begin
    new = ""
    if kind < 0.35:
        end = min(len(text), begin + generator.choice([1, 1, 2, 5, 20, 80]))
    if kind > 0.25:
        new = generator.choice(PIECES) if kind < 0.9 else text[generator.randint(0, len(text)):][:generator.randint(1, 60)]
    return begin, end, new


def gentle_edit(text):
    """A space, a comment or another number where a space or a number is."""
    places = [m.span() for m in re.finditer(r"(?<=[ \n])(?=[ \n])|(?<= )\d(?=[ \n.,;)])", text)]
    begin, end = generator.choice(places or [(len(text), len(text))])
    return begin, end, generator.choice("0123") if begin < end else generator.choice([" ", "\n", " /* ä𝄞 */ ", "\t"])


def tool(path, text):
    with open(path, "w", newline="") as file:
        file.write(text)
    output = subprocess.run(["tenon", "check", "--timeout", "20", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr
    output = output.decode(errors="replace").replace(path, "FILE")
    return re.findall(r"^(?:FILE:\d+:\d+: |tenon: )?(error|warning): (.*)$", output, re.M)


def server(client, uri, path):
    return [({1: "error", 2: "warning"}[d["severity"]], d["message"].split("\n")[0].replace(path, "FILE"))
            for d in client.diagnostics(uri) if d["source"] == "tenon"]


client = Client("--max-memory=2", capabilities={}, options={"messages": False, "timeout": 20})
done = rounds = with_errors = 0  # Each round is about one example.
with tempfile.TemporaryDirectory() as folder:
    for turn in range(10 ** 6):
        if done >= edits:
            break
        name = SMALL[turn % len(SMALL)]
        with open(os.path.join(examples, name + "." + ending), newline="") as file:
            text = original = file.read()
        path = os.path.join(folder, name + "." + ending)
        uri = "file://" + path
        client.open(uri, text, ending)
        # Some rounds leave the text as good as it was.
        isGentle = generator.random() < 0.3
        for _ in range(generator.choice([1, 1, 2, 3, 5, 10, 20, 40])):
            begin, end, new = gentle_edit(text) if isGentle else random_edit(text)
            start, begin = position_of(text, begin, utf16)
            stop, end = position_of(text, end, utf16)
            text = text[:begin] + new + text[end:]
            client.change(uri, {"range": {"start": start, "end": stop}, "text": new})
            done += 1
            where = {"textDocument": {"uri": uri}, "position": start}
            for method, more in (("completion", {}), ("definition", {}), ("references", {"context": {}}),
                                 ("documentSymbol", {}), ("codeLens", {}), ("documentHighlight", {})):
                if generator.random() < 0.2:
                    client.call("textDocument/" + method, {**where, **more})
            if generator.random() < 0.1:
                number = client.request("textDocument/hover", where)
                rename = client.request("textDocument/rename", {**where, "newName": generator.choice(["zz", "ZZ", "a", "if"])})
                for request in (number, rename):
                    expect(client.reply(request).get("error", {"code": -32602})["code"] in (-32602, -32803, -32801))
        rounds += 1
        client.diagnostics(uri)
        client.call("workspace/executeCommand", {"command": "tenon.check", "arguments": [uri, None]}, timeout=120)
        expected, found = tool(path, text), server(client, uri, path)
        if expected and any(severity == "error" for severity, _ in expected):
            with_errors += 1
        expected = [(severity, message) for severity, message in expected if "more error" not in message]
        errors = sorted(set(m for m in expected if m[0] == "error")), sorted(set(m for m in found if m[0] == "error"))
        if len(errors[0]) < 20:
            expect(sorted(set(expected)) == sorted(set(found)), seed, name, expected, found, text)
        else:
            expect(set(errors[0]) <= set(errors[1]), seed, name, expected, found, text)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
client.finish()
expect(rounds / 4 < with_errors < rounds, with_errors, rounds)
print(f"{done} edits in {rounds} rounds, {with_errors} of them with errors")
