// A browser that a script drives: Chrome's DevTools protocol over a pipe, with nothing but Node.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const keyCodes = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, Enter: 13, Escape: 27, Backspace: 8, Tab: 9 };

/** Messages end with a zero byte, in both directions. */
class Pipe {
  constructor(child) {
    this.child = child;
    this.waiting = new Map();
    this.listeners = [];
    this.number = 0;
    let rest = Buffer.alloc(0);
    child.stdio[4].on("data", (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.received(JSON.parse(rest.subarray(0, end).toString()));
        rest = rest.subarray(end + 1);
      }
    });
    child.on("exit", (code) => {
      for (const { reject } of this.waiting.values()) reject(new Error(`the browser has ended with ${code}`));
    });
  }

  received(message) {
    const waiter = this.waiting.get(message.id);
    if (!waiter) return this.listeners.forEach((listener) => listener(message));
    this.waiting.delete(message.id);
    if (message.error) waiter.reject(new Error(message.error.message));
    else waiter.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
}

export class Browser {
  static async start({ width = 1280, height = 900 } = {}) {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "tenon-browser-"));
    browser.child = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--remote-debugging-pipe", "--hide-scrollbars", "--disable-background-networking", `--user-data-dir=${browser.folder}`,
      `--window-size=${width},${height}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.pipe = new Pipe(browser.child);
    browser.size = { width, height };
    return browser;
  }

  /** A new tab with a file; with everything that it says on its console that is an error, and what it asked the network for. */
  async open(file, { dark = false, fragment = "", early = [] } = {}) {
    const { targetId } = await this.pipe.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.pipe.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Tab(this.pipe, sessionId, targetId);
    await page.prepare(this.size, dark);
    if (early.length) await page.pressWhileReading(early);
    await page.navigate(pathToFileURL(resolve(file)).href + fragment);
    return page;
  }

  async stop() {
    const ended = new Promise((resolve) => this.child.on("exit", resolve));
    this.pipe.send("Browser.close").catch(() => {});
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
    this.child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Tab {
  constructor(pipe, sessionId, targetId) {
    Object.assign(this, { pipe, sessionId, targetId, errors: [], requests: [] });
    pipe.listeners.push((message) => message.sessionId === sessionId && this.heard(message));
  }

  send(method, params) {
    return this.pipe.send(method, params, this.sessionId);
  }

  heard({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type))
      this.errors.push(params.args.map((arg) => arg.value ?? arg.description).join(" "));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    if (method === "Page.loadEventFired") this.loaded?.();
  }

  async prepare({ width, height }, dark) {
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.send(`${domain}.enable`);
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: "reduce" }] });
  }

  /** Keys that are pressed when the frame of the page is there, and nothing else. */
  async pressWhileReading(keys) {
    const source = `new MutationObserver((_, observer) => {
      if (!document.getElementById("main")) return;
      observer.disconnect();
      for (const key of ${JSON.stringify(keys)})
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }).observe(document, { childList: true, subtree: true });`;
    await this.send("Page.addScriptToEvaluateOnNewDocument", { source });
  }

  async navigate(url) {
    const loaded = new Promise((resolve) => (this.loaded = resolve));
    await this.send("Page.navigate", { url });
    await loaded;
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  /** Asks until the answer is true. */
  async until(expression, what, seconds = 60) {
    const end = Date.now() + seconds * 1000;
    while (!(await this.evaluate(`Boolean(${expression})`))) {
      if (Date.now() > end) throw new Error(`not seen within ${seconds} s: ${what}; errors: ${this.errors.join("; ")}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async press(key, { shift = false } = {}) {
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    const event = { key, code: key.length === 1 ? undefined : key, windowsVirtualKeyCode: keyCodes[key] ?? key.toUpperCase().charCodeAt(0), modifiers: shift ? 8 : 0 };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async type(text) {
    for (const letter of text) await this.press(letter);
  }

  /** Milliseconds from the start of the navigation to the first content on the screen. */
  async firstPaint() {
    await this.until(`performance.getEntriesByName("first-contentful-paint").length`, "first paint");
    return this.evaluate(`performance.getEntriesByName("first-contentful-paint")[0].startTime`);
  }

  async screenshot(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async close() {
    await this.pipe.send("Target.closeTarget", { targetId: this.targetId });
  }
}
