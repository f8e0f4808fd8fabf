"""What is about the protocol itself: framing, errors, positions, several documents, cancellation, the end."""

import json
import subprocess
import sys
import tempfile
import os

from client import Client, expect

# Before initialize there is nothing.
client = Client(initialize=False)
expect(client.error("textDocument/hover", {})["code"] == -32002)
server = client.call("initialize", {"capabilities": {}})
expect(server["serverInfo"]["name"] == "tenon", server)
expect(server["capabilities"]["positionEncoding"] == "utf-16", server)
expect(client.error("initialize", {"capabilities": {}})["code"] == -32600)

# What is unknown, malformed or no message is answered or passed over, and the server goes on.
expect(client.error("textDocument/nothing", {})["code"] == -32601)
expect(client.error("textDocument/hover", {})["code"] == -32602)
client.notify("$/nothing", {})


def parse_error(content):
    client.replies.pop(None, None)
    client.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
    error = client.until(lambda: client.replies.pop(None, None))["error"]
    return error["code"]


expect(parse_error(b'{"jsonrpc": "2.0", "method": ') == -32700)
expect(parse_error(b"") == -32700)
expect(parse_error(b'{"a": "\xff\xfe"}') == -32700)
expect(parse_error(b"[1, 2]") == -32600)
expect(parse_error(b"3") == -32600)
expect(parse_error(b'{"jsonrpc": "2.0", "id": [1], "method": "shutdown"}') == -32600)
expect(parse_error(b"[" * 100000) == -32700)
client.write(b"no header at all\r\n\r\n")
client.write(b"Content-Length: many\r\n\r\n")
client.write(b"Content-Length: -5\r\n\r\n")
client.write(b"Content-Type: text/plain\r\n\r\n")
message = json.dumps({"jsonrpc": "2.0", "id": 900, "method": "$/unknown"}).encode()
client.write(b"rubbish" + b"content-length: %d\r\nContent-Type: x\r\n\r\n" % len(message) + message)
expect(client.reply(900)["error"]["code"] == -32601)
expect(len([m for m in client.messages_of("window/logMessage") if "passed over" in m["message"]]) >= 1)

# Byte by byte.
message = json.dumps({"jsonrpc": "2.0", "id": 901, "method": "$/unknown"}).encode()
for byte in b"Content-Length: %d\r\n\r\n" % len(message) + message:
    client.write(bytes([byte]))
expect(client.reply(901)["error"]["code"] == -32601)

# Columns are UTF-16 here: one unit for ä, two for 𝄞.
uri = "file:///models/umlauts.fsp"
client.open(uri, "/* ä𝄞 */ P = (a -> Q).\r\n// é\rR = (b -> S).\n")
spans = [(d["range"]["start"], d["range"]["end"]) for d in client.diagnostics(uri)]
expect(spans == [({"line": 0, "character": 20}, {"line": 0, "character": 21}),
                 ({"line": 2, "character": 10}, {"line": 2, "character": 11})], spans)
# Several changes at once, each upon the one before; ends behind the end of a line or of the text; ends exchanged.
client.change(uri,
              {"range": {"start": {"line": 0, "character": 20}, "end": {"line": 0, "character": 21}}, "text": "P"},
              {"range": {"start": {"line": 2, "character": 10}, "end": {"line": 2, "character": 11}}, "text": "R"},
              {"range": {"start": {"line": 99, "character": 0}, "end": {"line": 99, "character": 9}}, "text": "||T = (P || R).\n"},
              {"range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 3}}, "text": "ö"},
              {"range": {"start": {"line": 1, "character": 1000}, "end": {"line": 1, "character": 1000}}, "text": "!"})
expect(client.diagnostics(uri) == [])
edits = client.call("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {}})
expect(any("// é!" in edit["newText"] for edit in edits), edits)
# Changes that make no sense.
client.change(uri, {"range": {}, "text": "x"}, {"no": "text"}, {"text": "P = (a -> P)."})
expect(client.diagnostics(uri) == [])
client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///unknown", "version": 1},
                                         "contentChanges": []})
client.notify("textDocument/didChange", {})
client.notify("textDocument/didOpen", {"textDocument": {"uri": uri}})

# Places that are none.
for line in (-1, "x", 1e300, 0.5, None):
    for method in ("hover", "completion", "definition", "references", "documentHighlight", "prepareRename", "rename"):
        answer = client.error("textDocument/" + method, {"textDocument": {"uri": uri}, "newName": "b",
                                                         "position": {"line": line, "character": 0}})
        expect(answer["code"] == -32602, method, line, answer)
expect(client.call("textDocument/hover", {"textDocument": {"uri": uri},
                                          "position": {"line": 99, "character": 0}}) is None)

# Formats of other tools have the diagnostics of their importers.
for name, text, message in (("a.aut", "des (0,1,1)\n(0,a,0)\n", None), ("b.aut", "des (0,1,1)\n(0,a,7)\n", "7"),
                            ("c.dot", "digraph { 0 -> 1 }", "label"), ("d.hoa", "HOA: v1\nStates: x\n", "expected"),
                            ("e.agr", "2\n[F0, G_req!x F1]\n", "")):
    client.open("file:///models/" + name, text)
    found = client.diagnostics("file:///models/" + name)
    expect(found == [] if message is None else found and message in found[0]["message"], name, found)
    about = {"textDocument": {"uri": "file:///models/" + name}, "position": {"line": 0, "character": 1}}
    expect(client.call("textDocument/hover", about) is None)
    expect(client.call("textDocument/completion", about) == [])
    expect(client.call("textDocument/codeLens", about) == [])

# Documents do not know of each other, unless one includes the other: then unsaved changes count.
with tempfile.TemporaryDirectory() as folder:
    part, whole = ("file://" + os.path.join(folder, name) for name in ("a%20part.fsp", "whole.fsp"))
    with open(os.path.join(folder, "a part.fsp"), "w") as file:
        file.write("P = (a -> P).\n")
    client.open(whole, 'include "a part.fsp"\n||S = (P || Q).\n')
    found = client.diagnostics(whole)
    expect(len(found) == 1 and "no process named 'Q'" in found[0]["message"], found)
    client.open(part, "P = (a -> P).\nQ = (b -> Q).\n")
    client.notifications.clear()
    expect(client.diagnostics(whole) == [])
    where = {"line": 1, "character": 12}
    target = client.call("textDocument/definition", {"textDocument": {"uri": whole}, "position": where})
    expect(target == [{"uri": part, "range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1}}}],
           target)
    client.notifications.clear()
    client.replace(part, "P = (a -> P).\nQ = (b -> \n")
    found = client.diagnostics(whole)
    expect(len(found) == 1 and found[0]["range"]["start"] == {"line": 0, "character": 8}, found)
    expect(found[0]["relatedInformation"][0]["location"]["uri"] == part, found)
    client.notify("textDocument/didClose", {"textDocument": {"uri": part}})
    client.until(lambda: [n for n in client.messages_of("textDocument/publishDiagnostics")
                          if n["uri"] == part and n["diagnostics"] == [] and "version" not in n])
    expect(client.error("textDocument/documentSymbol", {"textDocument": {"uri": part}})["code"] == -32602)

# A request may be taken back while it waits or is worked on; an edit ends what was begun before it.
slow = "file:///models/slow.fsp"
text = "C = C[0], C[i:0..99] = (up -> C[(i+1)%100] | down -> C[(i+99)%100]).\n||S = (c[1..9]:C).\ncheck deadlockfree S;\n"
client.open(slow, text)
expect(client.diagnostics(slow) == [])
check = {"command": "tenon.check", "arguments": [slow, 2]}
first = client.request("workspace/executeCommand", check)
lens = client.call("textDocument/codeLens", {"textDocument": {"uri": slow}})
expect([l["command"]["title"] for l in lens] == ["checking … (cancel)", "repair"], lens)
client.notify("$/cancelRequest", {"id": first})
expect(client.reply(first)["error"]["code"] == -32800)
second = client.request("workspace/executeCommand", check)
client.call("workspace/executeCommand", {"command": "tenon.cancel", "arguments": [slow, 2]})
expect(client.reply(second)["error"]["code"] == -32800)
third = client.request("workspace/executeCommand", check)
client.change(slow, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": " "})
expect(client.reply(third)["error"]["code"] == -32801)
batch = b""
for number, method in ((950, "textDocument/documentSymbol"), (951, "textDocument/documentSymbol")):
    content = json.dumps({"jsonrpc": "2.0", "id": number, "method": method,
                          "params": {"textDocument": {"uri": slow}}}).encode()
    batch += b"Content-Length: %d\r\n\r\n" % len(content) + content
content = json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 951}}).encode()
client.write(batch + b"Content-Length: %d\r\n\r\n" % len(content) + content)
expect("result" in client.reply(950))
expect(client.reply(951)["error"]["code"] == -32800)
client.notify("$/cancelRequest", {"id": 12345})
client.notify("$/cancelRequest", {})

# The end.
running = client.request("workspace/executeCommand", check)
expect(client.call("shutdown") is None)
expect(client.reply(running)["error"]["code"] == -32800)
expect(client.error("textDocument/hover", {})["code"] == -32600)
client.notify("exit")
expect(client.process.wait(timeout=20) == 0)

# Without shutdown it is no success; neither is the end of the input.
client = Client()
client.notify("exit")
expect(client.process.wait(timeout=20) == 1)
expect(subprocess.run(["tenon", "lsp"], input=b"", stdout=subprocess.PIPE).returncode == 1)

# A budget ends a check, long before so many states are explored that other methods are tried, which need few.
client = Client(options={"timeout": 0.05})
expect(client.server["capabilities"]["positionEncoding"] == "utf-8")
client.open(slow, text)
result = client.call("workspace/executeCommand", check)["results"][0]
expect(result["verdict"] == "unknown" and not result["wanted"], result)
notes = client.messages_of("$/progress")
expect([n["value"]["kind"] for n in notes] == ["begin", "end"], notes)
client.finish()
print("passed")
