"""Code lenses, checks, repairs and quick fixes."""

import sys

from client import Client, FULL, apply_edits, expect, position

PASSWORD = """\
channel read, enc, getEnc : int;

component Client {
  int pw, pw2;
  while (true) {
    read?pw;
    while (pw <= 999) read?pw;
    enc!pw;
    getEnc?pw2;
  }
}

component Server { int key; } = Wait,
  Wait = (enc?key -> Code),
  Code = (key := 2*key -> Reply),
  Reply = (getEnc!key -> Wait).

||Protocol = (Client || Server).

property Encrypts = Start,
  Start = (read -> Ready),
  Ready = (read -> Ready | enc -> Sent),
  Sent = (getEnc -> Check),
  Check = ([Client.pw == Client.pw2 || Server.key >= 2**64] -> ERROR | [else] -> Start).

check Protocol satisfies Encrypts;
repair Client in Protocol for Encrypts using approximate;
check deadlockfree Protocol;
"""
LOCK = """\
P = (take -> work -> free -> P).
||S = ({a, b}:P).
||WHOLE = (S || c:P).
D = (x -> STOP).
||DEAD = (D || D).
"""
URI, LOCK_URI, C_URI = "file:///models/password.fsp", "file:///models/lock.fsp", "file:///programs/max.c"
PROGRAM = """\
int nondet_int(void);
int max(int a, int b) { return a < b ? a : b; }
int main(void) {
  int x = nondet_int(), y = nondet_int();
  int m = max(x, y);
  assert(m >= x && m >= y);
  return 0;
}
"""


def lenses(client, uri):
    found = client.call("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return [(lens["range"]["start"]["line"], lens["command"]["title"], lens["command"]["command"],
             lens["command"]["arguments"]) for lens in found]


def execute(client, lens, *more):
    _, _, command, arguments = lens
    return client.call("workspace/executeCommand", {"command": command, "arguments": [*arguments, *more]}, timeout=120)


def actions(client, uri, line):
    span = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 5}}
    diagnostics = [d for d in client.diagnostics(uri) if d["range"]["start"]["line"] == line]
    return client.call("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": span,
                                                   "context": {"diagnostics": diagnostics}})


client = Client()
client.open(URI, PASSWORD)
expect(client.diagnostics(URI) == [])
line = PASSWORD[:PASSWORD.index("check Protocol")].count("\n")
found = lenses(client, URI)
expect([(at - line, title, command) for at, title, command, _ in found] ==
       [(0, "check", "tenon.check"), (0, "repair", "tenon.repair"), (1, "check", "tenon.check"),
        (1, "repair", "tenon.repair"), (2, "check", "tenon.check"), (2, "repair", "tenon.repair")], found)
expect(actions(client, URI, line) == [])

# A check: the verdict is an answer, a lens, a diagnostic and a message.
answer = execute(client, found[0])
result = answer["results"][0]
expect(result["verdict"] == "violated" and not result["wanted"] and result["title"] == "✗ violated after 6 steps" and
       result["trace"], result)
expect("getEnc" in result["text"] and "Client.pw" in result["text"], result["text"])
expect(lenses(client, URI)[0][1] == "check: ✗ violated after 6 steps", lenses(client, URI))
verdict = [d for d in client.diagnostics(URI) if d.get("code") == "verdict"]
expect(len(verdict) == 1 and verdict[0]["severity"] == 1 and verdict[0]["range"]["start"]["line"] == line, verdict)
expect("Encrypts" in client.messages_of("window/showMessage")[-1]["message"])
expect(any(q["method"] == "workspace/codeLens/refresh" for q in client.questions))
expect([n["value"]["kind"] for n in client.messages_of("$/progress")] == ["begin", "end"])
execute(client, found[4])
expect(lenses(client, URI)[4][1] == "check: ✓ holds" and lenses(client, URI)[0][1].startswith("check: ✗"))

# The quick fix looks for the repair when it is chosen.
offered = actions(client, URI, line)
expect(len(offered) == 1 and offered[0]["kind"] == "quickfix" and "edit" not in offered[0] and
       offered[0]["diagnostics"][0]["code"] == "verdict", offered)
resolved = client.call("codeAction/resolve", offered[0], timeout=120)
repaired = apply_edits(PASSWORD, resolved["edit"]["changes"][URI])
expect("Client" in resolved["title"] and repaired != PASSWORD, resolved)
untouched = [text for text in PASSWORD.split("\n") if text not in repaired.split("\n")]
expect(len(untouched) <= 2, untouched)

# The command offers it; the person accepts.
client.choice = {"title": "Apply"}
execute(client, lenses(client, URI)[3])
applied = client.until(lambda: [q for q in client.questions if q["method"] == "workspace/applyEdit"])
repaired = apply_edits(PASSWORD, applied[0]["params"]["edit"]["changes"][URI])
expect(lenses(client, URI)[3][1] == "repair: ✓ repaired", lenses(client, URI))
offered = actions(client, URI, line + 1)
expect(len(offered) == 1 and offered[0]["isPreferred"] and
       apply_edits(PASSWORD, offered[0]["edit"]["changes"][URI]) == repaired, offered)

# What is repaired holds. An edit ends what is known, and what was offered.
client.replace(URI, repaired)
expect(client.diagnostics(URI) == [])
expect([title for _, title, _, _ in lenses(client, URI)] == ["check", "repair"] * 3)
expect(actions(client, URI, line + 1) == [])
answer = client.call("workspace/executeCommand", {"command": "tenon.check", "arguments": [URI, None]}, timeout=120)
expect([r["verdict"] for r in answer["results"]][:2] == ["holds"] * 2 and
       [lens[1] for lens in lenses(client, URI)][:3:2] == ["check: ✓ holds"] * 2, answer)
expect("Encrypts: ✓ holds" in client.messages_of("window/showMessage")[-1]["message"])
answer = execute(client, lenses(client, URI)[1])
expect(answer["title"] == "✓ nothing to repair" and answer["fixes"] == [], answer)

# By mutation there may be several; the third argument applies the first at once.
mutation = PASSWORD.replace("approximate", "mutation").replace("Server.key >= 2**64", "Client.pw > 5000")
client.questions.clear()
client.choice = None
client.replace(URI, mutation)
answer = execute(client, lenses(client, URI)[3], True)
if answer["fixes"]:
    client.until(lambda: [q for q in client.questions if q["method"] == "workspace/applyEdit"])
    expect(len(actions(client, URI, line + 1)) == len(answer["fixes"]))
expect("change" in answer["text"] or "repair" in answer["text"], answer)

# Without goals: the default checks of composites that no other uses.
client.open(LOCK_URI, LOCK)
expect([(at, title) for at, title, _, _ in lenses(client, LOCK_URI)] == [(2, "check"), (4, "check")])
answer = execute(client, lenses(client, LOCK_URI)[0])
expect([r["kind"] for r in answer["results"]][:2] == ["deadlock", "safety"] and
       all(r["system"] == "WHOLE" for r in answer["results"]), answer)
execute(client, lenses(client, LOCK_URI)[1])
titles = [title for _, title, _, _ in lenses(client, LOCK_URI)]
expect(titles[0] == "check: ✓ holds" and titles[1] == "check: deadlock ✗ violated after 1 step", titles)

# A text with errors: nothing is checked, and nothing is lost.
client.replace(LOCK_URI, LOCK + "Q = (a -> R).\n")
answer = execute(client, lenses(client, LOCK_URI)[0])
expect(answer["results"] == [] and len(client.diagnostics(LOCK_URI)) == 1, answer)
expect("errors" in client.messages_of("window/showMessage")[-1]["message"])

# C programs: a check within a bound, and all small mutations that repair.
client.open(C_URI, PROGRAM, "c")
expect([(at, title) for at, title, _, _ in lenses(client, C_URI)] == [(2, "check"), (2, "repair")])
answer = execute(client, lenses(client, C_URI)[0])
expect(answer["results"][0]["verdict"] == "violated", answer)
expect([d["range"]["start"]["line"] for d in client.diagnostics(C_URI)] == [2], client.diagnostics(C_URI))
offered = actions(client, C_URI, 2)
expect(len(offered) == 1 and "edit" not in offered[0], offered)
answer = execute(client, lenses(client, C_URI)[1])
offered = actions(client, C_URI, 2)
texts = [apply_edits(PROGRAM, action["edit"]["changes"][C_URI]) for action in offered]
expect(texts and all(text != PROGRAM for text in texts), texts)
expect(any("a > b" in text or "a >= b" in text for text in texts), texts)
client.replace(C_URI, texts[0])
answer = execute(client, lenses(client, C_URI)[0])
expect(answer["results"][0]["verdict"] == "holds" and client.diagnostics(C_URI) == [], answer)

# Commands that make no sense.
for params in ({}, {"command": "tenon.check"}, {"command": "tenon.check", "arguments": ["file:///nowhere"]},
               {"command": "tenon.nothing", "arguments": [URI]}, {"command": "tenon.check", "arguments": [7]}):
    expect(client.error("workspace/executeCommand", params)["code"] == -32602, params)
for command, arguments, why in (("check", ["x"], "number"), ("check", [-1], "number"), ("check", [1.5], "number"),
                                ("check", [999], "no goal"), ("check", [0], "no goal"), ("repair", [], "one goal"),
                                ("repair", [None], "one goal"), ("repair", [0], "no goal"),
                                ("repair", [0, "yes"], "third"), ("cancel", ["x"], "number")):
    params = {"command": "tenon." + command, "arguments": [URI, *arguments]}
    error = client.error("workspace/executeCommand", params)
    expect(error["code"] == -32602 and why in error["message"], params, error)
expect(client.call("workspace/executeCommand", {"command": "tenon.check", "arguments": [URI, None]})["results"])
expect(client.call("codeAction/resolve", {"title": "x"}) == {"title": "x"})
client.finish()

# A client that cannot resolve actions gets a command, which applies the repair.
client = Client(capabilities={"workspace": {"applyEdit": True}}, options={"messages": False})
client.open(URI, PASSWORD)
execute(client, lenses(client, URI)[0])
offered = actions(client, URI, line)
expect(offered[0]["command"]["command"] == "tenon.repair", offered)
client.call("workspace/executeCommand", {key: offered[0]["command"][key] for key in ("command", "arguments")},
            timeout=120)
client.until(lambda: [q for q in client.questions if q["method"] == "workspace/applyEdit"])
expect(client.messages_of("window/showMessage") == [] and client.messages_of("$/progress") == [])
client.finish()
print("passed")
