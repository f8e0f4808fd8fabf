// Automata: unpacking, neighbors, ways, search. ERROR is state number `states`.

/** Numbers that the page has as `W:BASE64`: W bytes each, little endian. */
function unpack(text) {
  const bytes = Uint8Array.from(atob(text.slice(2)), (c) => c.charCodeAt(0));
  const type = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[text[0]];
  return new type(bytes.buffer);
}

/** So many of the states that lead to one are in its neighborhood. */
const incomingLimit = 12;

class Automaton {
  constructor(json) {
    this.states = json.states;
    this.error = json.states;
    this.transitions = json.transitions;
    this.labels = json.labels;
    this.names = json.names || null;
    this.initial = json.initial || 0;
    this.ends = new Set(json.ends || []);
    this.rejecting = new Set(json.rejecting || []);
    this.components = json.components || null;
    this.vectors = json.vectors ? json.vectors.map(unpack) : null;
    this.actions = unpack(json.actions);
    this.targets = unpack(json.targets);
    const rows = unpack(json.rows);
    this.starts = new Uint32Array(this.states + 1);
    for (let s = 0; s < this.states; ++s) this.starts[s + 1] = this.starts[s] + rows[s];
  }

  /** `[{action, from, to}]` of a state. */
  outgoing(state) {
    const result = [];
    if (state === this.error) return result;
    for (let t = this.starts[state]; t < this.starts[state + 1]; ++t)
      result.push({ action: this.actions[t], from: state, to: this.targets[t] });
    return result;
  }

  incoming(state) {
    if (!this.reversed) this.reverse();
    const result = [];
    for (let i = this.reversed.starts[state]; i < this.reversed.starts[state + 1]; ++i) {
      const t = this.reversed.order[i];
      result.push({ action: this.actions[t], from: this.reversed.sources[i], to: state });
    }
    return result;
  }

  /** Sorts the transitions by their targets, once. */
  reverse() {
    const starts = new Uint32Array(this.states + 3);
    for (const target of this.targets) ++starts[target + 2];
    for (let s = 1; s < starts.length; ++s) starts[s] += starts[s - 1];
    const order = new Uint32Array(this.transitions), sources = new Uint32Array(this.transitions);
    for (let s = 0; s < this.states; ++s)
      for (let t = this.starts[s]; t < this.starts[s + 1]; ++t) {
        const place = starts[this.targets[t] + 1]++;
        order[place] = t;
        sources[place] = s;
      }
    this.reversed = { starts, order, sources };
  }

  nameOf(state) {
    if (state === this.error) return "ERROR";
    return this.names ? this.names[state] : String(state);
  }

  /** The number of a state that a run calls so; null if there is none. */
  numberOf(name) {
    if (name === "ERROR") return this.error;
    if (this.names && !this.numbers) this.numbers = new Map(this.names.map((text, i) => [text, i]));
    const number = this.names ? this.numbers.get(name) : Number(name);
    if (number !== undefined && Number.isInteger(number) && number < this.states) return number;
    return name === "END" && this.ends.size ? [...this.ends][0] : null;
  }

  isDeadlock(state) {
    return state !== this.error && this.starts[state] === this.starts[state + 1] && !this.ends.has(state);
  }

  /** What to say of a state besides its name. */
  remarks(state) {
    const remarks = [];
    if (state === this.initial) remarks.push("initial");
    if (this.ends.has(state)) remarks.push("END");
    if (this.isDeadlock(state)) remarks.push("nothing is possible here");
    if (this.rejecting.has(state)) remarks.push("does not accept");
    return remarks;
  }

  /** The states of the components of a composition in one of its states. */
  parts(state) {
    if (!this.vectors || state === this.error) return [];
    return this.components.map((name, i) => ({ name, state: String(this.vectors[i][state]) }));
  }

  /** A shortest way from the initial state, as transitions; null if there is none. */
  wayTo(state) {
    if (!this.parents) this.searchWays();
    if (state !== this.initial && this.parents[state] === 0xffffffff) return null;
    const way = [];
    for (let at = state; at !== this.initial; at = way[0].from) {
      const t = this.parents[at];
      way.unshift({ action: this.actions[t], from: this.sourceOf(t), to: at });
    }
    return way;
  }

  searchWays() {
    this.parents = new Uint32Array(this.states + 1).fill(0xffffffff);
    const queue = [this.initial];
    for (let next = 0; next < queue.length; ++next) {
      const state = queue[next];
      if (state === this.error) continue;
      for (let t = this.starts[state]; t < this.starts[state + 1]; ++t) {
        const target = this.targets[t];
        if (target === this.initial || this.parents[target] !== 0xffffffff) continue;
        this.parents[target] = t;
        queue.push(target);
      }
    }
  }

  sourceOf(transition) {
    let low = 0, high = this.states;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= transition) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The states at most `radius` steps away, in both directions, at most `limit` of them, nearest first; of those that lead to one state, a few. */
  around(state, radius, limit) {
    const distance = new Map([[state, 0]]);
    const queue = [state];
    for (let next = 0; next < queue.length && queue.length < limit; ++next) {
      const at = queue[next];
      if (distance.get(at) === radius) continue;
      const sources = [...new Set(this.incoming(at).map((t) => t.from))].slice(0, incomingLimit);
      const near = this.outgoing(at).map((t) => t.to).concat(sources);
      for (const other of near)
        if (!distance.has(other) && queue.length < limit) {
          distance.set(other, distance.get(at) + 1);
          queue.push(other);
        }
    }
    return queue;
  }

  /** All states that can be reached without passing one that is folded. */
  unfolded(folded) {
    const seen = new Set([this.initial]);
    const queue = [this.initial];
    for (let next = 0; next < queue.length; ++next) {
      if (folded.has(queue[next])) continue;
      for (const { to } of this.outgoing(queue[next]))
        if (!seen.has(to)) {
          seen.add(to);
          queue.push(to);
        }
    }
    return queue.sort((a, b) => a - b);
  }

  /** The first states that fit what somebody typed: `{state, why}`. */
  find(query, limit = 50) {
    const text = query.trim().toLowerCase();
    const found = [];
    const add = (state, why) => {
      if (found.length < limit && !found.some((other) => other.state === state)) found.push({ state, why });
    };
    if (!text) return found;
    const exact = this.numberOf(query.trim());
    if (exact !== null && exact >= 0) add(exact, "this state");
    if (!this.names && /^\d+$/.test(text)) return found;
    if (this.names)
      this.names.forEach((name, state) => name.toLowerCase().includes(text) && add(state, "its name"));
    if ("error".startsWith(text) && this.targets.includes(this.error)) add(this.error, "ERROR");
    for (const end of this.ends) if ("end".startsWith(text)) add(end, "END");
    if (text.length > 2 && "deadlock".startsWith(text))
      for (let s = 0; s < this.states && found.length < limit; ++s) if (this.isDeadlock(s)) add(s, "nothing is possible");
    this.findActions(text, limit, add, found);
    return found;
  }

  findActions(text, limit, add, found) {
    const fitting = new Set();
    this.labels.forEach((label, action) => label.toLowerCase().includes(text) && fitting.add(action));
    for (let s = 0; s < this.states && fitting.size && found.length < limit; ++s)
      for (let t = this.starts[s]; t < this.starts[s + 1]; ++t)
        if (fitting.has(this.actions[t])) {
          add(s, `can do ${this.labels[this.actions[t]]}`);
          break;
        }
  }
}
