"""Every feature on small models, with what it answers."""

import sys

from client import Client, apply_edits, expect, position, slice_of

MODEL = """\
// A bounded buffer, ä𝄞.
const N = 3
const M = N*2
range R = 0..N
set Keys = {left, right.[R]}

BUFFER(K=N) = COUNT[0],
COUNT[i:0..K] = ( when (i < K) put -> COUNT[i+1] | when (i > 0) get -> COUNT[i-1] ).

USER = (put -> wait -> get -> USER).

||SYSTEM = (b:BUFFER || {b}::USER) / {tick/b.wait}.

property ORDER = (b.put -> b.get -> ORDER).
fluent FULL = <b.put, b.get>
assert LIVE = [](FULL -> <>b.get)
progress GOES = {tick}

check SYSTEM satisfies ORDER;
check SYSTEM satisfies LIVE;
check deadlockfree SYSTEM expect violated;
"""
DATA = """\
channel enc, ack : int;

component Client {
  int pw = 1;
  int sum(int a, int b) { return a + b; }
  while (true) {
    enc!pw;
    pw = sum(pw, 1);
    { int got; ack?got; }
  }
}

component Server { int key; } = Wait,
  Wait = (enc?key -> Code),
  Code = (key := 2*key -> Reply),
  Reply = (ack!key -> Wait).

||Pair = (Client || s:Server).

property Small = Start,
  Start = (enc -> Check | ack -> Start),
  Check = ([Client.pw == s.key] -> Start | [else] -> ERROR).

check Pair satisfies Small;
"""
URI, DATA_URI = "file:///models/buffer.fsp", "file:///models/pair.fsp"
client = Client()
client.open(URI, MODEL)
client.open(DATA_URI, DATA)


def at(method, needle, occurrence=0, offset=0, text=MODEL, uri=URI, **more):
    return client.at(method, uri, position(text, needle, occurrence, offset), **more)


def places(answer, text=MODEL):
    return [(place["range"]["start"]["line"], slice_of(text, place["range"])) for place in answer]


# Diagnostics: those of the front end at once; those of lowering behind them.
expect(client.diagnostics(URI) == [], client.diagnostics(URI))
client.replace(URI, MODEL.replace("get -> USER", "get -> USR").replace("N*2", "N*Q"))
found = client.diagnostics(URI)
expect([(d["severity"], d["message"].split("\n")[0]) for d in found] ==
       [(1, "no constant or parameter named 'Q'"), (1, "no local process named 'USR' in 'USER'; did you mean 'USER'?")],
       found)
client.replace(URI, MODEL.replace("||SYSTEM = (b:BUFFER", "const N = 4\n||SYSTEM = (b:BUFFER"))
found = client.diagnostics(URI)
expect(found[0]["message"] == "duplicate constant 'N'", found)
expect(found[0]["relatedInformation"][0]["location"]["range"]["start"] == {"line": 1, "character": 6}, found)
client.replace(URI, MODEL.replace("i < K", "i <= K"))
client.until(lambda: any(d["severity"] == 2 for d in client.diagnostics(URI)))
warning = client.diagnostics(URI)[0]
expect("COUNT" in warning["message"] and warning["range"]["start"]["line"] == 7, warning)
client.replace(URI, MODEL)
expect(client.diagnostics(URI) == [] and client.diagnostics(DATA_URI) == [])


# Completion: what fits the place, also while the text is broken.
def labels(text, marker="@@", uri="file:///models/typing.fsp"):
    index = text.index(marker)
    written = text.replace(marker, "")
    if uri in client.versions:
        client.replace(uri, written)
    else:
        client.open(uri, written)
    answer = client.at("completion", uri, position(text, marker))
    return [item["label"] for item in sorted(answer["items"], key=lambda item: item["sortText"])]


found = labels(MODEL + "\n@@")
expect(found[:3] == ["animation", "assert", "channel"] and {"const", "property", "repair"} <= set(found), found)
found = labels(MODEL + "\nNEW = (put -> MORE[0]),\nMORE[j:R] = (get -> @@")
expect(found[0] == "MORE" and {"NEW", "put", "tick", "STOP", "j", "N", "when", "if"} <= set(found), found)
expect("COUNT" not in found and "K" not in found and "satisfies" not in found, found)
found = labels(MODEL + "\nNEW = (put -> MO@@")
expect("put" in found and "STOP" in found, found)
found = labels(MODEL + "\n||NEW = (a:@@")
expect({"BUFFER", "USER", "SYSTEM", "forall"} <= set(found) and "STOP" not in found, found)
found = labels(MODEL.replace("COUNT[i+1]", "COUNT[@@"))
expect({"i", "K", "N", "R", "Keys"} <= set(found) and "put" not in found, found)
expect(set(labels(MODEL + "\ncheck @@")) >= {"SYSTEM", "USER", "deadlockfree"})
expect(labels(MODEL + "\ncheck SYSTEM @@") == ["refines", "satisfies", "simulates"])
expect(labels(MODEL + "\ncheck SYSTEM satisfies @@") == ["GOES", "LIVE", "ORDER"])
expect(set(labels(MODEL + "\nrepair USER in SYSTEM for ORDER using @@")) >= {"best", "exact", "mutation"})
expect(labels(MODEL + "\ncheck SYSTEM satisfies ORDER expect @@") == ["holds", "violated"])
expect({"FULL", "put", "X", "forall"} <= set(labels(MODEL.replace("[](FULL ->", "[](@@"))))
expect({"put", "tick", "Keys"} <= set(labels(MODEL.replace("{tick}", "{@@"))))
expect(labels(MODEL.replace("A bounded", "A @@bounded")) == [])
found = labels(DATA.replace("enc!pw;", "@@"))
expect({"pw", "sum"} <= set(found[:5]) and {"enc", "ack", "while", "select", "int"} <= set(found), found)
expect("key" not in found, found)

# Definitions and references.
expect(places(at("definition", "N*2")) == [(1, "N")])
expect(places(at("definition", "K) put")) == [(6, "K")])
expect(places(at("definition", "i+1")) == [(7, "i")])
expect(places(at("definition", "COUNT[i-1]")) == [(7, "COUNT")])
expect(places(at("definition", "BUFFER ||")) == [(6, "BUFFER")])
expect(places(at("definition", "SYSTEM satisfies LIVE")) == [(11, "SYSTEM")])
expect(places(at("definition", "ORDER;")) == [(13, "ORDER")])
expect(places(at("definition", "FULL ->")) == [(14, "FULL")])
expect(places(at("definition", "put, b.get")) == [(7, "put"), (9, "put")])
expect(places(at("definition", "right", offset=5))[0][1] == "right")
expect(at("definition", "bounded") is None)
expect(places(at("references", "N = 3", context={"includeDeclaration": True})) ==
       [(1, "N"), (2, "N"), (3, "N"), (6, "N")])
expect(places(at("references", "N = 3", context={"includeDeclaration": False})) == [(2, "N"), (3, "N"), (6, "N")])
expect(places(at("references", "put ->")) == [(7, "put"), (9, "put"), (13, "put"), (14, "put")])
expect(len(at("documentHighlight", "COUNT[0]")) == 4)
data = dict(text=DATA, uri=DATA_URI)
expect(places(at("definition", "enc!pw", **data), DATA) == [(0, "enc")])
expect(places(at("definition", "pw;", **data), DATA) == [(3, "pw")])
expect(places(at("definition", "got; }", **data), DATA) == [(8, "got")])
expect(places(at("definition", "sum(pw", **data), DATA) == [(4, "sum")])
expect(places(at("definition", "b; }", **data), DATA) == [(4, "b")])
expect(places(at("definition", "key ->", **data), DATA) == [(12, "key")])
expect(places(at("definition", "pw == s", **data), DATA) == [(3, "pw")])
expect(places(at("definition", "key] ->", **data), DATA) == [(12, "key")])
expect(places(at("references", "int pw = 1", offset=4, context={}, **data), DATA) ==
       [(3, "pw"), (6, "pw"), (7, "pw"), (7, "pw"), (21, "pw")])


# Hover: what it is, its value, its size.
def hover(*arguments, **more):
    return at("hover", *arguments, **more)["contents"]["value"]


expect("= 6" in hover("M ="), hover("M ="))
expect("= 0..3" in hover("R ="), hover("R ="))
expect("5 labels" in hover("Keys") and "right.3" in hover("Keys"), hover("Keys"))
text = hover("BUFFER(")
expect("**process** `BUFFER`" in text and "4 states, 6 transitions" in text and "`{get, put}`" in text, text)
text = hover("SYSTEM = ")
expect("3 states, 3 transitions" in text and "b.{get, put}" in text and "3 labels" in text, text)
expect("`USER`" in hover("put ->") and "Watched by" in hover("put ->"), hover("put ->"))
expect("K=N" in hover("K) put"), hover("K) put"))
expect("**channel** `enc`" in hover("enc!", **data) and "`Client`, `Server`" in hover("enc!", **data))
expect("Reads from `enc`. Writes to `ack`." in hover("Server {", **data), hover("Server {", **data))
expect("int pw = 1" in hover("pw;", **data), hover("pw;", **data))
expect(at("hover", "bounded") is None)
client.open("file:///models/big.fsp", "C = C[0], C[i:0..99] = (up -> C[(i+1)%100]).\n||S = (c[1..9]:C).\n")
text = client.at("hover", "file:///models/big.fsp", {"line": 1, "character": 2})["contents"]["value"]
expect("Too large" in text and "9 components" in text and "c[1..9].up" in text, text)
expect("longer than 2 s" in text and "--timeout" not in text, text)


# Rename: everywhere or not at all.
def renamed(needle, name, text=MODEL, uri=URI, occurrence=0, offset=0):
    where = position(text, needle, occurrence, offset)
    expect(client.at("prepareRename", uri, where)["placeholder"])
    edit = client.at("rename", uri, where, newName=name)
    return apply_edits(text, edit["changes"][uri])


def refused(needle, name, text=MODEL, uri=URI):
    where = position(text, needle)
    return client.error("textDocument/rename",
                        {"textDocument": {"uri": uri}, "position": where, "newName": name})["message"]


expect(renamed("N = 3", "SIZE") == MODEL.replace("const N", "const SIZE").replace("= N*2", "= SIZE*2")
       .replace("..N", "..SIZE").replace("K=N", "K=SIZE"))
expect(renamed("COUNT[0]", "HAS") == MODEL.replace("COUNT", "HAS"))
expect(renamed("put ->", "add", occurrence=1) == MODEL.replace("put", "add"))
expect(renamed("i < K", "held") == MODEL.replace("[i:", "[held:").replace("(i ", "(held ").replace("[i", "[held"))
expect(renamed("pw = 1", "secret", DATA, DATA_URI) ==
       DATA.replace("int pw = 1", "int secret = 1").replace("enc!pw", "enc!secret").replace("pw = sum(pw", "secret = sum(secret")
       .replace("Client.pw", "Client.secret"))
expect(renamed("Client {", "User", DATA, DATA_URI) == DATA.replace("Client", "User"))
expect(renamed("s:Server", "srv", DATA, DATA_URI) == DATA.replace("s:Server", "srv:Server").replace("s.key", "srv.key"))
expect("keyword" in refused("put ->", "set"))
expect("not a name" in refused("put ->", "a b") and "not a name" in refused("put ->", ""))
expect("not a name" in refused("put ->", "1a") and "not a name" in refused("put ->", "a.b"))
expect("lower-case" in refused("put ->", "Put") and "upper-case" in refused("N = 3", "n"))
expect("predefined" in refused("COUNT[0]", "STOP") and "predefined" in refused("put ->", "tau"))
expect("taken" in refused("put ->", "get"), refused("put ->", "get"))
expect("taken" in refused("N = 3", "M"), refused("N = 3", "M"))
expect("taken" in refused("a, int b", "b", DATA, DATA_URI), refused("a, int b", "b", DATA, DATA_URI))
expect("taken" in refused("pw = 1", "sum", DATA, DATA_URI))
expect(refused("COUNT[0]", "BUFFER"))
expect(client.at("prepareRename", URI, position(MODEL, "bounded")) is None)
expect(client.error("textDocument/rename", {"textDocument": {"uri": URI}, "newName": "x",
                                            "position": position(MODEL, "bounded")})["code"] == -32602)

client.replace(URI, MODEL + "P = (")
expect("syntax errors" in refused("put ->", "add"))
client.replace(URI, MODEL)

# The standard layout, as edits; nothing where it is already, or where the text has errors.
edits = client.call("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {"tabSize": 8}})
laid_out = apply_edits(MODEL, edits)
expect("COUNT[i:0..K]\n  = ( when (i < K) put -> COUNT[i+1]" in laid_out or
       "COUNT[i:0..K] = (when (i < K) put -> COUNT[i+1] | when" in laid_out, laid_out)
client.replace(URI, laid_out)
expect(client.call("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}}) == [])
client.replace(URI, MODEL + "P = (")
expect(client.call("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}}) is None)
client.replace(URI, MODEL)

# The outline.
outline = client.call("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
expect([entry["name"] for entry in outline] ==
       ["N", "M", "R", "Keys", "BUFFER", "USER", "SYSTEM", "ORDER", "FULL", "LIVE", "GOES",
        "check SYSTEM satisfies ORDER", "check SYSTEM satisfies LIVE", "check deadlockfree SYSTEM expect violated"],
       outline)
expect([entry["name"] for entry in outline[4]["children"]] == ["K", "COUNT"], outline[4])
outline = client.call("textDocument/documentSymbol", {"textDocument": {"uri": DATA_URI}})
expect([entry["name"] for entry in outline] ==
       ["enc", "ack", "Client", "Server", "Pair", "Small", "check Pair satisfies Small"], outline)
expect([entry["name"] for entry in outline[2]["children"]][:2] == ["pw", "sum"], outline[2])

# C programs.
PROGRAM = """\
#define LIMIT 4
int nondet_int(void);
int total;
int add(int a, int b) { return a + b; }
int main(void) {
  int x = nondet_int();
  if (x > 0 && x < LIMIT)
    total = add(x, 1);
  assert(total <= x);
  return 0;
}
"""
c = dict(text=PROGRAM, uri="file:///programs/add.c")
client.open(c["uri"], PROGRAM, "c")
expect(client.diagnostics(c["uri"]) == [], client.diagnostics(c["uri"]))
expect(places(at("definition", "add(x", **c), PROGRAM) == [(3, "add")])
expect(places(at("references", "x = nondet", context={}, **c), PROGRAM) ==
       [(5, "x"), (6, "x"), (6, "x"), (7, "x"), (8, "x")])
expect("int total" in hover("total =", **c))
expect({"total", "add", "x", "while"} <= {i["label"] for i in at("completion", "total =", **c)["items"]})
expect(renamed("total;", "sum", PROGRAM, c["uri"]) == PROGRAM.replace("total", "sum"))
expect("keyword" in refused("total;", "while", PROGRAM, c["uri"]))
expect("taken" in refused("total;", "add", PROGRAM, c["uri"]) or refused("total;", "add", PROGRAM, c["uri"]))
outline = client.call("textDocument/documentSymbol", {"textDocument": {"uri": c["uri"]}})
expect([entry["name"] for entry in outline] == ["nondet_int", "total", "add", "main"], outline)
expect(client.call("textDocument/formatting", {"textDocument": {"uri": c["uri"]}, "options": {}}) is None)
client.replace(c["uri"], PROGRAM.replace("nondet_int();", "1.5;"))
expect(client.diagnostics(c["uri"])[0]["severity"] == 1)
client.finish()
print("passed")
