// usage: node reports.mjs FOLDER: opens the pages in the folder as a reader would, by keyboard, and says what it has seen.
// Screenshots go beside them.

import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { Browser } from "./browser.mjs";

const folder = process.argv[2];
const browser = await Browser.start();
let isGood = true;

function expect(condition, what) {
  if (condition) return;
  isGood = false;
  console.log(`FAILED: ${what}`);
}

const drawn = `![...document.querySelectorAll(".graph-note")].some((note) => note.textContent === "Drawing …")`;
const text = (selector) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`;

/** Opens a page, does something in it, and looks for what no page may do. */
async function visit(name, act) {
  const file = join(folder, `${name}.html`);
  // The best of a few: another program may have the processor.
  let paint = Infinity;
  for (let i = 0; i < 10 && paint >= 1000; ++i) {
    const probe = await browser.open(file);
    paint = Math.min(paint, await probe.firstPaint());
    await probe.close();
  }
  // On a machine that has far more to do than it can, a page is as late as everything else.
  if (paint >= 1000 && loadavg()[0] > 2 * cpus().length) console.error(`${name}: the machine is too busy to measure the first paint`);
  else expect(paint < 1000, `${name}: first paint within a second, it took ${Math.round(paint)} ms`);
  const page = await browser.open(file);
  await page.until(`document.querySelector("main h2")`, "the overview");
  await page.until(drawn, "the structure");
  await page.screenshot(join(folder, `${name}.png`));
  await act(page);
  await page.until(drawn, "drawings");
  await page.screenshot(join(folder, `${name}-end.png`));
  expect(page.errors.length === 0, `${name}: no error on the console, but: ${page.errors.join("; ")}`);
  const outside = page.requests.filter((url) => !/^(file|blob|data):/.test(url));
  expect(outside.length === 0, `${name}: nothing from the network, but: ${outside.join(" ")}`);
  const unnamed = await page.evaluate(`[...document.querySelectorAll("button, a, input, select")].filter((e) =>
    !(e.textContent.trim() || e.getAttribute("aria-label") || document.querySelector('label[for="' + e.id + '"]'))).length`);
  expect(unnamed === 0, `${name}: every control has a name`);
  await page.close();
  const dark = await browser.open(file, { dark: true });
  await dark.until(drawn, "the structure in the dark");
  const [back, front] = await dark.evaluate(`[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]`);
  expect(brightness(back) < 60 && brightness(front) > 200, `${name}: dark mode is dark: ${back}, ${front}`);
  await dark.screenshot(join(folder, `${name}-dark.png`));
  await dark.send("Emulation.setEmulatedMedia", { media: "print", features: [{ name: "prefers-color-scheme", value: "dark" }] });
  const paper = await dark.evaluate(`getComputedStyle(document.body).backgroundColor`);
  expect(brightness(paper) > 240, `${name}: paper is white, but: ${paper}`);
  expect((await dark.evaluate(`getComputedStyle(document.getElementById("contents")).display`)) === "none", `${name}: no contents on paper`);
  await dark.close();
  console.log(`${name}: seen`);
}

function brightness(color) {
  const [red, green, blue] = color.match(/\d+/g).map(Number);
  return (red + green + blue) / 3;
}

/** Steps through the first counterexample to its end: r, then right arrows. */
async function stepThrough(page, steps) {
  await page.press("r");
  await page.until(`document.querySelector("#position")`, "the counterexample");
  expect((await page.evaluate(text("#position-text"))) === `0 / ${steps}`, `it has ${steps} steps`);
  for (let i = 0; i < steps; ++i) await page.press("ArrowRight");
  expect((await page.evaluate(text("#position-text"))) === `${steps} / ${steps}`, "the arrows lead to the end");
  expect((await page.evaluate(`document.querySelector(".step[aria-current]").dataset.step`)) === String(steps), "the list is there, too");
  await page.until(drawn, "the components");
}

/** Goes through the page by Tab: all that can be used is reached, and shows that it has the focus. */
async function reachAllByTab(page) {
  await page.evaluate(`document.activeElement.blur(), getSelection().removeAllRanges(), (window.reached = new Set())`);
  const controls = `[...document.querySelectorAll('a[href], button:not([disabled]), input, summary, [tabindex="0"]')].filter((e) => e.checkVisibility())`;
  const total = await page.evaluate(`${controls}.length`);
  let bare = "";
  for (let i = 0; i < 2 * total + 10 && (await page.evaluate(`${controls}.some((e) => !reached.has(e))`)); ++i) {
    await page.press("Tab");
    bare += await page.evaluate(`(() => {
      const at = document.activeElement, style = getComputedStyle(at);
      reached.add(at);
      return at === document.body || style.outlineStyle !== "none" ? "" : at.outerHTML.slice(0, 80);
    })()`);
  }
  const missed = await page.evaluate(`${controls}.filter((e) => !reached.has(e)).map((e) => e.outerHTML.slice(0, 80)).join(" ")`);
  expect(missed === "", `Tab reaches everything, but: ${missed}`);
  expect(bare === "", `the focus is seen everywhere, but: ${bare}`);
}

const stateOf = (name) => `[...document.querySelectorAll(".part")].find((part) => part.getAttribute("aria-label") === ${JSON.stringify(name)})?.querySelector(".state").textContent`;
const currentNode = (name) => `[...document.querySelectorAll(".part")].find((part) => part.getAttribute("aria-label") === ${JSON.stringify(name)})?.querySelector(".node.current .first")?.textContent`;

try {
  // Data: values, a property that watches, a repair side by side.
  await visit("password", async (page) => {
    await stepThrough(page, 6);
    expect((await page.evaluate(stateOf("Encrypts"))) === "moved to ERROR", "the property is in ERROR");
    await page.until(`${currentNode("Encrypts")} === "ERROR"`, "ERROR in the drawing");
    await page.until(`${currentNode("Client")} === "Read"`, "the client in the drawing");
    const values = await page.evaluate(`[...document.querySelectorAll(".part .values tr")].map((row) => row.textContent).join(" ")`);
    expect(values.includes("key18446744073709551616"), `the values are shown: ${values}`);
    expect((await page.evaluate(text("main h2"))).startsWith("Does Protocol satisfy Encrypts, as it stands?"), "the question is one that 'holds' answers");
    await page.press("Home");
    expect((await page.evaluate(text("#position-text"))) === "0 / 6", "Home leads to the beginning");
    await page.press("End");
    await page.evaluate(`location.hash = "#repair/0"`);
    await page.until(`document.querySelector(".diff")`, "the repair");
    const added = await page.evaluate(`[...document.querySelectorAll(".diff .added")].map((cell) => cell.textContent).join("|")`);
    expect(added.includes("assume(pw < 9223372036854775808);"), `the repair is shown: ${added}`);
  });

  // A deadlock; a whole automaton; search for what cannot go on; collapse.
  await visit("philosophers", async (page) => {
    await stepThrough(page, 8);
    expect((await page.evaluate(text(".outcome"))).includes("deadlock"), "the run says how it ends");
    const tops = await page.evaluate(`[...document.querySelectorAll(".part")].map((part) => Math.round(part.getBoundingClientRect().top))`);
    expect(tops.filter((top) => top === tops[0]).length >= 3, `three components are side by side: ${tops}`);
    const hints = await page.evaluate(`[...document.querySelectorAll(".graph-cut")].filter((hint) => !hint.hidden).length`);
    expect(hints === 0, "small components are seen as a whole");
    await page.evaluate(`[...document.querySelectorAll("#links a")].find((link) => link.title === "TABLE").click()`);
    await page.until(`document.querySelector(".structure a.button")`, "the system");
    await page.until(drawn, "the structure");
    const before = await page.evaluate(`document.querySelectorAll(".structure .node").length`);
    await page.evaluate(`[...document.querySelectorAll("button")].find((button) => button.textContent === "Collapse copies").click()`);
    await page.until(`document.querySelectorAll(".structure .node").length < ${before}`, "fewer boxes");
    await page.evaluate(`document.querySelector(".structure a.button").click()`);
    await page.until(`document.querySelector("#state-search")`, "the automaton");
    await page.until(`document.querySelectorAll(".explorer .node").length > 100`, "all its states");
    await page.press("/");
    await page.type("deadlock");
    await page.press("Enter");
    await page.until(`${text(".side h4")} === "Nothing is possible"`, "the deadlock");
    await page.press("Escape");
    await page.press("i");
    const all = await page.evaluate(`document.querySelectorAll(".explorer .node").length`);
    await page.press("c");
    await page.until(`document.querySelectorAll(".explorer .node").length < ${all}`, "what follows collapsed");
    await page.press("c");
    await page.until(`document.querySelectorAll(".explorer .node").length === ${all}`, "what follows expanded");
  });

  // What a repair costs; results that ask the same; keys that come before the page, or faster than it goes.
  await visit("crossing", async (page) => {
    const entries = await page.evaluate(`[...document.querySelectorAll("#links a")].map((link) => link.title)`);
    expect(entries.includes("safety · CROSS · ALTERNATE · direct") && entries.includes("safety · CROSS · ALTERNATE · asym-learn"), `methods tell results apart: ${entries}`);
    const runs = await page.evaluate(`[...document.querySelectorAll('#links a[href^="#run/"]')].map((link) => link.title)`);
    expect(runs.length === 3 && new Set(runs).size === 3, `no counterexample has the name of another: ${runs}`);
    expect((await page.evaluate(text("table.repairs"))).includes("check CROSS satisfies OFTEN; held before and does not any more."), "the overview says what the repair costs");
    await page.evaluate(`location.hash = "#repair/0"`);
    await page.until(`document.querySelector(".diff")`, "the repair");
    expect((await page.evaluate(text("main h2 .badge"))).includes("at a cost"), "the badge says that it costs something");
    expect(!(await page.evaluate(`document.querySelector("main h2 .badge").classList.contains("holds")`)), "the badge is not the good one");
    const costs = await page.evaluate(text(".costs"));
    expect(costs.includes("OFTEN; held before and does not any more") && costs.includes("Nothing does this any more: d.0.green"), `the costs are there: ${costs}`);
    expect(await page.evaluate(`Boolean(document.querySelector(".costs").compareDocumentPosition(document.querySelector(".diff")) & Node.DOCUMENT_POSITION_FOLLOWING)`), "they come before the change");
    await page.press("o");
    await Promise.all([page.press("r"), page.press("End")]);
    expect((await page.evaluate(text("#position-text"))) === "2 / 2", "keys in a row count");
    expect((await page.evaluate(`scrollY`)) === 0, "and scroll nothing");
    await reachAllByTab(page);
    const early = await browser.open(join(folder, "crossing.html"), { early: ["r", "ArrowRight", "ArrowRight"] });
    await early.until(`document.querySelector("#position")`, "the run that was asked for early");
    expect((await early.evaluate(text("#position-text"))) === "2 / 2", "keys that come before the page count");
    expect(early.errors.length === 0, `no errors, but: ${early.errors.join("; ")}`);
    await early.close();
  });

  // What is out of sight is said, and F shows it.
  await visit("grid", async (page) => {
    await page.press("r");
    await page.until(`document.querySelector("#position")`, "the run");
    const cut = `document.querySelector('.part[aria-label="WALKER"] .graph-cut')`;
    await page.until(`${cut} && !${cut}.hidden`, "the hint");
    expect(/^\d+ of 37 in sight F shows all$/.test(await page.evaluate(`${cut}.textContent`)), "the hint says how much is seen");
    expect((await page.evaluate(`["left", "right", "top", "bottom"].map((side) => document.querySelector('.part[aria-label="WALKER"] svg').style.getPropertyValue("--" + side)).join(" ")`)).includes("rem"), "a side is faded");
    await page.press("f");
    expect(await page.evaluate(`${cut}.hidden`), "F shows all");
    await page.press("ArrowRight");
    await page.until(drawn, "the next step");
    expect(await page.evaluate(`${cut}.hidden`), "and goes on to");
    await page.press("f");
    expect(!(await page.evaluate(`${cut}.hidden`)), "F again shows what can be read");
  });

  // 50,653 states: a neighborhood, search by number, transitions by keys, and back.
  await visit("warehouse", async (page) => {
    await stepThrough(page, 31);
    expect((await page.evaluate(stateOf("SHADE"))) === "moved to ERROR", "the property is in ERROR");
    await page.evaluate(`location.hash = "#system/0"`);
    await page.until(`document.querySelector(".structure a.button")`, "the system");
    const begin = Date.now();
    await page.evaluate(`document.querySelector(".structure a.button").click()`);
    await page.until(`document.querySelector("#state-search") && document.querySelectorAll(".explorer .node").length > 1`, "a neighborhood");
    await page.press("/");
    await page.type("50000");
    await page.press("Enter");
    await page.until(`${text("#current-state")} === "50000"`, "the state");
    await page.until(`document.querySelector(".explorer .node.current .first")?.textContent === "50000"`, "the state in the drawing");
    console.log(`warehouse: state 50000 found in ${Date.now() - begin < 30000 ? "time" : Date.now() - begin}`);
    expect((await page.evaluate(`document.querySelectorAll(".explorer .node").length`)) < 80, "no hairball");
    expect((await page.evaluate(`document.querySelector(".side table").textContent`)).includes("fruit:STOCK"), "the components are named");
    await page.press("1");
    expect((await page.evaluate(text("#current-state"))) !== "50000", "a digit does a transition");
    await page.press("Backspace");
    expect((await page.evaluate(text("#current-state"))) === "50000", "Backspace goes back");
  });

  // 3,000 states lead to ERROR: what is drawn is where the run is, and where it came from.
  await visit("longrun", async (page) => {
    await stepThrough(page, 1);
    await page.until(`${currentNode("CNT")} === "ERROR"`, "ERROR in the drawing");
    await page.until(`document.querySelector('.part[aria-label="CNT"] .edge.current')`, "the step in the drawing");
    const outside = await page.evaluate(`(() => {
      const frame = document.querySelector('.part[aria-label="CNT"] .graph').getBoundingClientRect();
      return [...document.querySelectorAll('.part[aria-label="CNT"] .node')].filter((node) => {
        const box = node.querySelector(".box").getBoundingClientRect();
        return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
      }).map((node) => node.dataset.id).join(" ");
    })()`);
    expect(outside === "", `all of the drawing is seen, but: ${outside}`);
    await page.evaluate(`location.hash = "#definition/0"`);
    await page.until(`document.querySelector(".explorer .node .start")`, "the arrow to the initial state");
    expect((await page.evaluate(text(".signs"))).includes("initial state"), "a legend tells the signs");
    expect(await page.evaluate(`[...document.querySelectorAll(".explorer .edge .label")].every((label) =>
      [...document.querySelectorAll(".explorer .edge .line")].every((line) => line.compareDocumentPosition(label) & Node.DOCUMENT_POSITION_FOLLOWING))`), "no line is above a label");
    await page.press("/");
    await page.type("ERROR");
    await page.press("Enter");
    await page.until(`${text(".explorer .graph-note")}.includes("2,989 more states lead here")`, "what is left out");
    expect((await page.evaluate(`document.querySelectorAll(".explorer .graph .node").length`)) === 13, "no hairball around ERROR");
  });

  // C: the line where the run is, and a repair.
  await visit("twice", async (page) => {
    await page.press("r");
    await page.until(`document.querySelector("#position")`, "the run");
    await page.press("End");
    expect((await page.evaluate(text(".source .here"))).includes("assert"), "the run ends at the assertion");
    await page.evaluate(`location.hash = "#repair/0"`);
    await page.until(`document.querySelector(".diff .added")`, "the repair");
  });

  // Assumptions, interfaces, a cycle, fluents; names and texts that look like HTML; the help.
  await visit("hostile", async (page) => {
    expect((await page.evaluate(`window.isHacked === undefined && !document.querySelector("main script, main img")`)), "names stay text");
    expect((await page.evaluate(`document.querySelectorAll(".card .statement").length`)) > 0, "assumptions stand at their components");
    await stepThrough(page, 3);
    expect((await page.evaluate(`document.querySelectorAll(".cycle").length`)) === 1, "the cycle is marked");
    expect((await page.evaluate(text("#tally"))).includes("2 hold") && !(await page.evaluate(text("#tally"))).includes("2 holds"), "the verdicts are counted");
    await page.evaluate(`location.hash = "#result/2"`);
    await page.until(`${text("main h2")}.startsWith("Is there an environment in which SERVER satisfies ALONE?")`, "the interface");
    expect(await page.evaluate(`document.querySelector("main .statement").open`), "what the result has found is open");
    await page.press("?");
    await page.until(`document.getElementById("help").open`, "the help");
    await page.press("Escape");
    await page.evaluate(`location.hash = "#source"`);
    await page.until(`document.querySelector(".source")`, "the source");
    expect((await page.evaluate(text(".source"))).includes("</script><script>window.isHacked = true</script>"), "the source is shown as it is");
    await page.press("g");
    await page.type("imported");
    expect((await page.evaluate(`document.querySelectorAll("#links a").length`)) === 1, "the contents are filtered");
    await page.evaluate(`document.querySelector("#links a").click()`);
    await page.until(`document.querySelector(".explorer .node")`, "the automaton");
    await page.press("g");
    await page.press("Escape");
    await page.until(`document.querySelectorAll("#links a").length > 1`, "all contents again");
    expect((await page.evaluate(text(".moves code"))).startsWith("__x3Cimg_x20src_x3Dx"), "the label is one of FSP");
  });
} finally {
  await browser.stop();
}
console.log(isGood ? "all pages are as they should be" : "some pages are not as they should be");
process.exitCode = isGood ? 0 : 1;
