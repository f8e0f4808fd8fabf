"""How long diagnostics take after an edit, on a model of so many lines. `--limit MS` fails beyond; else it only measures."""

import sys
import time

from client import Client, expect

lines = int(sys.argv[1])
limit = float(sys.argv[3]) if len(sys.argv) > 3 else None


def model(lines):
    text, number = ["const N = 3", "range R = 0..N"], 0
    while len(text) < lines - 6:
        number += 1
        text += [f"/** Process {number} of many. */", f"P{number}(K=N) = IDLE[0],",
                 "IDLE[i:0..K]",
                 f"  = ( when (i < K) put{number}[j:R] -> busy{number}.[i][j] -> IDLE[i+1]",
                 f"    | when (i > 0) get{number} -> step{number} -> IDLE[i-1]",
                 f"    | reset{number % 7} -> IDLE[0]",
                 "    ).", ""]
    text += ["||SYSTEM = (P1 || P2 || a:P3).", "property SAFE = (put1[R] -> SAFE | get1 -> SAFE).",
             "assert LIVE = [](get1 -> <>step1)", "check SYSTEM satisfies SAFE;", "check SYSTEM satisfies LIVE;"]
    return "\n".join(text) + "\n"


text = model(lines)
uri = "file:///models/long.fsp"
client = Client()
begin = time.monotonic()
client.open(uri, text)
expect(client.diagnostics(uri) == [], client.diagnostics(uri)[:3])
print(f"{text.count(chr(10))} lines, {len(text)} bytes; opened in {1000 * (time.monotonic() - begin):.0f} ms")
rows = text.split("\n")
times = []
for turn in range(40):
    # A letter more in an action far down, and away again; every third time it is a mistake.
    line = [i for i, row in enumerate(rows) if "get" in row and "when" in row][-1 - 3 * (turn // 2)]
    column = rows[line].index("->") - 1
    new = {0: "x", 1: "", 2: "->", 3: ""}[turn % 4]
    width = 0 if turn % 2 == 0 else len({0: "x", 2: "->"}[(turn - 1) % 4])
    span = {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + width}}
    client.change(uri, {"range": span, "text": new})
    sent = time.monotonic()
    found = client.diagnostics(uri)
    first = min(n["at"] for n in client.notifications if n["method"] == "textDocument/publishDiagnostics"
                and n["params"].get("version") == client.versions[uri])
    times.append(1000 * (first - sent))
    expect(bool(found) == (turn % 4 == 2), turn, found[:2])
times.sort()
print(f"diagnostics after an edit: median {times[len(times) // 2]:.0f} ms, 95 % {times[int(len(times) * 0.95)]:.0f} ms, "
      f"most {times[-1]:.0f} ms")
if limit:
    expect(times[len(times) // 2] <= limit, times)

# Typing at speed: 200 letters at once are one analysis or few.
published = len(client.messages_of("textDocument/publishDiagnostics"))
begin = time.monotonic()
for number in range(200):
    client.change(uri, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": " "})
client.diagnostics(uri)
print(f"200 edits at once: {1000 * (time.monotonic() - begin):.0f} ms")
expect(len(client.messages_of("textDocument/publishDiagnostics")) - published < 50)
where = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 3}}
for method in ("completion", "definition", "documentSymbol", "codeLens", "hover", "formatting"):
    begin = time.monotonic()
    client.call("textDocument/" + method, {**where, "options": {}})
    print(f"{method}: {1000 * (time.monotonic() - begin):.0f} ms")
client.finish()
