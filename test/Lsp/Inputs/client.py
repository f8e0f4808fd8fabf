"""A client of `tenon lsp` for tests: speaks the protocol over pipes and keeps what the server says."""

import json
import queue
import subprocess
import threading
import time

FULL = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "window": {"workDoneProgress": True, "showMessage": {}},
    "workspace": {"applyEdit": True, "codeLens": {"refreshSupport": True}},
    "textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}},
}


class Client:
    def __init__(self, *arguments, capabilities=FULL, options=None, initialize=True):
        self.process = subprocess.Popen(["tenon", "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.notifications = []
        self.questions = []
        self.replies = {}
        self.choice = None  # What is chosen when the server asks.
        self.last_id = 0
        self.versions = {}
        threading.Thread(target=self._read, daemon=True).start()
        if initialize:
            self.server = self.call("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities,
                                                   "initializationOptions": options or {}})
            self.notify("initialized", {})

    # Bytes and messages.

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, value = line.split(b":")
                assert name == b"Content-Length", line
                length = int(value)
            self.messages.put(json.loads(stream.read(length)))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, **message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)

    def notify(self, method, params=None):
        self.send(method=method, params=params)

    def request(self, method, params=None):
        self.last_id += 1
        self.send(id=self.last_id, method=method, params=params)
        return self.last_id

    def _take(self, timeout):
        message = self.messages.get(timeout=timeout)
        assert message is not None, "the server has ended"
        message["at"] = time.monotonic()
        if "method" in message and "id" in message:
            self.questions.append(message)
            answer = self.choice if message["method"] == "window/showMessageRequest" else None
            if message["method"] == "workspace/applyEdit":
                answer = {"applied": True}
            self.send(id=message["id"], result=answer)
        elif "method" in message:
            text = json.dumps(message)
            assert "broke down" not in text, text
            self.notifications.append(message)
        else:
            self.replies[message["id"]] = message

    def until(self, condition, timeout=60):
        """Takes messages until condition() is true; gives back its value."""
        end = time.monotonic() + timeout
        while True:
            value = condition()
            if value:
                return value
            try:
                self._take(max(0.001, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError("nothing came in time") from None

    def reply(self, number, timeout=60):
        return self.until(lambda: self.replies.get(number), timeout)

    def call(self, method, params=None, timeout=60):
        reply = self.reply(self.request(method, params), timeout)
        assert "error" not in reply, reply
        return reply["result"]

    def error(self, method, params=None):
        reply = self.reply(self.request(method, params))
        assert "error" in reply, reply
        return reply["error"]

    def finish(self):
        self.call("shutdown")
        self.notify("exit")
        self.process.stdin.close()
        code = self.process.wait(timeout=20)
        assert code == 0, code

    # Documents.

    def open(self, uri, text, language="fsp"):
        self.versions[uri] = 1
        self.notify("textDocument/didOpen",
                    {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})

    def change(self, uri, *changes):
        self.versions[uri] += 1
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                               "contentChanges": list(changes)})

    def replace(self, uri, text):
        self.change(uri, {"text": text})

    def diagnostics(self, uri, timeout=60):
        """Those published last, for the version that was sent last."""
        def current():
            found = [n["params"] for n in self.notifications if n["method"] == "textDocument/publishDiagnostics"
                     and n["params"]["uri"] == uri and n["params"].get("version") == self.versions[uri]]
            return [found[-1]["diagnostics"]] if found else None
        return self.until(current, timeout)[0]

    def messages_of(self, method):
        return [n["params"] for n in self.notifications if n["method"] == method]

    def at(self, method, uri, position, **more):
        return self.call("textDocument/" + method, {"textDocument": {"uri": uri}, "position": position, **more})


def position(text, needle, occurrence=0, offset=0):
    """The position of a piece of the text, in bytes of UTF-8."""
    index = -1
    for _ in range(occurrence + 1):
        index = text.index(needle, index + 1)
    before = text[:index + offset]
    line = before.count("\n")
    return {"line": line, "character": len(before[before.rfind("\n") + 1:].encode())}


def offset_of(text, where):
    """The index in the text of a position in bytes of UTF-8."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:where["line"]])
    line = lines[where["line"]] if where["line"] < len(lines) else ""
    return min(start + len(line.encode()[:where["character"]].decode()), len(text))


def slice_of(text, span):
    return text[offset_of(text, span["start"]):offset_of(text, span["end"])]


def apply_edits(text, edits):
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]),
                       reverse=True):
        begin, end = (offset_of(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def expect(condition, *what):
    assert condition, what
