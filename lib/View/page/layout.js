// Layout: Graphviz, in a worker, when it is first needed. What is asked for is `{nodes, edges, options}`; nodes and edge
// labels have sizes in pixels, the answer has places in pixels.

const layoutWorker = `
const loading = Graphviz.load();
onmessage = async ({ data: { id, dot, engine } }) => {
  try {
    const graphviz = await loading;
    postMessage({ id, text: graphviz.layout(dot, "plain", engine) });
  } catch (error) {
    postMessage({ id, failure: String((error && error.message) || error) });
  }
};`;

/**
 * The library is a module, but a page from a file may not start a worker that is one: its one export statement makes
 * place for a plain name.
 */
function workerSource() {
  const library = document.getElementById("layout-library").textContent;
  const exports = library.lastIndexOf("export{");
  const [, name] = /([\w$]+) as Graphviz\b/.exec(library.slice(exports));
  return `${library.slice(0, exports)}\nconst Graphviz = ${name};\n${layoutWorker}`;
}

/** Pixels that a text needs, in the fonts of the page. */
const measureText = (() => {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map();
  return (text, size) => {
    const key = size + text;
    if (!known.has(key)) {
      context.font = `${size}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace`;
      known.set(key, context.measureText(text).width);
    }
    return known.get(key);
  };
})();

class Layouter {
  constructor() {
    this.waiting = [];
    this.known = new Map();
    this.drawn = new Map();
    this.number = 0;
  }

  /** A promise of the places; it fails after `seconds`. Equal graphs get the same places. */
  place(graph, seconds = 20) {
    const dot = this.dotOf(graph), engine = graph.options.engine || "dot";
    const texts = graph.edges.map((edge) => edge.lines).concat(graph.nodes.map((node) => [node.id, ...node.lines]));
    return this.remember(this.known, engine + dot + JSON.stringify(texts), () =>
      this.remember(this.drawn, engine + dot, () => this.ask(dot, engine, seconds)).then((text) => this.placesOf(text, graph)));
  }

  remember(cache, key, compute) {
    if (!cache.has(key)) {
      if (cache.size > 300) cache.clear();
      const answer = compute();
      answer.catch(() => cache.delete(key));
      cache.set(key, answer);
    }
    return cache.get(key);
  }

  ask(dot, engine, seconds) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ id: ++this.number, dot, engine, seconds, resolve, reject });
      this.next();
    });
  }

  start() {
    const url = URL.createObjectURL(new Blob([workerSource()], { type: "text/javascript" }));
    this.worker = new Worker(url);
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (event) => this.answered({ failure: event.message || "the worker did not start" });
    URL.revokeObjectURL(url);
  }

  next() {
    if (this.current || !this.waiting.length) return;
    if (!this.worker) this.start();
    const job = (this.current = this.waiting.shift());
    job.timer = setTimeout(() => this.giveUp(job), job.seconds * 1000);
    this.worker.postMessage({ id: job.id, dot: job.dot, engine: job.engine });
  }

  giveUp(job) {
    this.worker.terminate();
    this.worker = null;
    this.current = null;
    job.reject(new Error("the layout takes too long"));
    this.next();
  }

  answered(message) {
    const job = this.current;
    if (!job || (message.id !== undefined && message.id !== job.id)) return;
    this.current = null;
    clearTimeout(job.timer);
    if (message.failure) job.reject(new Error(message.failure));
    else job.resolve(message.text);
    this.next();
  }

  /** Labels are boxes of their size: letters of a font whose width Graphviz knows. */
  dotOf({ nodes, edges, options }) {
    const number = new Map(nodes.map((node, i) => [node.id, i]));
    const lines = [
      `digraph { graph [rankdir=${options.rankdir || "LR"}, nodesep=${options.isTight ? 0.2 : 0.3}, ranksep=${options.isTight ? 0.15 : 0.35}, ${options.more || ""}]`,
      `node [shape=box, fixedsize=true, label=""] edge [fontname=Courier, fontsize=12]`,
    ];
    for (const node of nodes)
      lines.push(`${number.get(node.id)} [width=${(node.width / 72).toFixed(3)}, height=${(node.height / 72).toFixed(3)}]`);
    for (const edge of edges) {
      const width = Math.ceil(edge.width / 7.2) + 1;
      const label = edge.lines.length && !options.isForceDirected ? `label="${Array(edge.lines.length).fill("x".repeat(width)).join("\\n")}"` : "";
      const more = [label, edge.weight ? `weight=${edge.weight}` : "", edge.isPlain ? "dir=none" : ""];
      lines.push(`${number.get(edge.from)} -> ${number.get(edge.to)} [${more.filter(Boolean).join(", ")}]`);
    }
    return lines.join("\n") + "\n}";
  }

  /** `node NAME X Y …`, `edge TAIL HEAD N X Y … [LABEL X Y] STYLE COLOR`, in inches from below. */
  placesOf(text, { nodes, edges }) {
    const places = { nodes: [], edges: new Map(), width: 0, height: 0 };
    const edgeOf = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
    const x = (inches) => Number(inches) * 72, y = (inches) => places.height - Number(inches) * 72;
    for (const line of text.split("\n")) {
      const words = line.split(" ");
      if (words[0] === "graph") {
        places.width = x(words[2]);
        places.height = Number(words[3]) * 72;
      } else if (words[0] === "node") {
        places.nodes.push({ node: nodes[Number(words[1])], x: x(words[2]), y: y(words[3]) });
      } else if (words[0] === "edge") {
        const key = `${nodes[Number(words[1])].id} ${nodes[Number(words[2])].id}`;
        const edge = edgeOf.get(key), size = Number(words[3]), points = [];
        for (let i = 0; i < size; ++i) points.push([x(words[4 + 2 * i]), y(words[5 + 2 * i])]);
        const rest = words.slice(4 + 2 * size);
        const isPlaced = rest.length >= 5, middle = points[points.length >> 1];
        const label = isPlaced ? { x: x(rest[rest.length - 4]), y: y(rest[rest.length - 3]) } : { x: middle[0], y: middle[1] };
        places.edges.set(key, { edge, points, label });
      }
    }
    return places;
  }
}

const layouter = new Layouter();
