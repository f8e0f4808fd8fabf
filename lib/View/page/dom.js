// Elements, numbers and text: what all parts of the page use.
"use strict";

/** An element with attributes (functions are listeners) and children (text or elements; null is left out). */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  appendAll(element, children);
  return element;
}

/** The same for drawings. */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  appendAll(element, children);
  return element;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

function appendAll(element, children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** `1 state`, `2 states`, `50,000 states`. */
function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Says something to screen readers. */
function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** At most so many characters; the whole is in the tooltip of whoever shows it. */
function shorten(text, length) {
  return text.length <= length ? text : text.slice(0, length - 1) + "…";
}

/** A name that is broken into lines where its parts are. */
function breakable(name) {
  return name.split(/(?<=::|[,.])/).flatMap((part, i) => (i ? [make("wbr"), part] : [part]));
}

const verdictSigns = { holds: "✓", violated: "✗", unknown: "?" };

/** A verdict in words and as a sign, never by color alone. */
function verdictBadge(verdict) {
  return make("span", { class: `badge ${verdict}` },
    make("span", { "aria-hidden": "true" }, verdictSigns[verdict] || "?"), " ", verdict);
}

/** A value of a variable, as the source would write it. */
function printValue(value) {
  return Array.isArray(value) ? `{${value.map(printValue).join(", ")}}` : String(value);
}

/** Writes a long list of names that can be opened. */
function nameList(names, shown = 12) {
  const list = (some) => some.map((name) => make("code", {}, name)).flatMap((code, i) => (i ? [", ", code] : [code]));
  if (names.length <= shown) return make("span", { class: "names" }, list(names));
  return make("details", { class: "names" },
    make("summary", {}, list(names.slice(0, shown)), ` and ${names.length - shown} more`),
    make("p", {}, list(names.slice(shown))));
}
