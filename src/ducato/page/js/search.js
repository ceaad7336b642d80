// The search bot of `bots/search`: the same steps around the same kernels, so equal trees.

import { Random } from "./random.js";

const NONE = -1;
const UNTRIED = 0.5;
const DEEPEST = 256;
const CHUNK = 256;
const FIRST_CHUNK = 32;
const CHUNK_SECONDS = 0.02;
const FLOOR = 8;
const GUESS = 16;
const MOST_STEPS = 48;
const NODES_AHEAD = 4096;
/** More nodes than a search limited by time can add in a second. */
export const NODES_PER_SECOND = 300_000;
const NET = ["first", "first_bias", "second", "second_bias", "last", "last_bias"];

const decoded = new WeakMap();

const seconds = () => performance.now() / 1000;

/** The number of simulations for the next slice, given how long the last ones took. */
export function nextChunk(done, spent) {
  const rate = done / Math.max(spent, 1e-6);
  return Math.max(1, Math.min(CHUNK, Math.floor(rate * CHUNK_SECONDS)));
}

export { FIRST_CHUNK, seconds };

/** Return the options of a bot's name, such as "ismcts:sims=400:variety=0.1". */
export function optionsOf(name) {
  const [kind, ...settings] = name.split(":");
  const given = {};
  for (const setting of settings) {
    const [key, value] = setting.split("=");
    given[key] = key === "playout" ? value : Number(value);
  }
  return { kind, given };
}

/** Return what a bot with these options does: budget, numbers of the search, and its weights. */
export function methodOf(manifest, players, given) {
  const { defaults, search } = manifest;
  const asked = Object.keys(defaults).filter((name) => name in given);
  const own = Object.fromEntries(asked.map((name) => [name, given[name]]));
  let chosen = { ...defaults, ...search, ...own };
  const net = chosen.value ? (manifest.nets[players] ?? null) : null;
  if (net === null) {
    if (own.value) throw new Error(`${manifest.game} has learned no value`);
    chosen = { ...defaults, ...own };
  }
  return {
    net,
    sims: given.sims ?? 1000,
    seconds: given.seconds ?? 0,
    variety: given.variety ?? 0,
    keeps: (given.keep ?? 1) !== 0,
    ending: chosen.ending,
    weights: manifest.weights.search.map((weight) => weight / chosen.temperature),
    numbers: {
      "method.exploration": chosen.exploration,
      "method.untried": UNTRIED,
      "method.caution": chosen.caution,
      "method.trust": chosen.trust,
      "method.policy.guided": (given.playout ?? "guided") === "guided",
      "method.depth": given.depth ?? 0,
      "method.longest": manifest.longest,
      "method.value": chosen.value,
      "method.paired": (given.paired ?? 1) !== 0,
    },
  };
}

/** Place what every kernel of a search needs; return the arguments by name. */
export function placed(machine, players, edition, method) {
  const { actions, state, edition: size } = machine.manifest;
  const scope = {
    states: machine.reserve("bytes", [2], state),
    editions: machine.reserve("bytes", [1], size),
    rng: machine.reserve("i8", [4]),
    "work.slots": machine.reserve("i4", [actions]),
    "work.path": machine.reserve("i4", [DEEPEST]),
    "work.ranks": machine.reserve("i4", [players]),
    "work.results": machine.reserve("f8", [players]),
    "work.judged": machine.reserve("f8", [players]),
    "work.luck": machine.reserve("i8", [4]),
    "work.luck_seed": machine.reserve("i8", [2]),
    "work.seat": machine.reserve("i8", [1]),
    "work.turns": machine.reserve("i8", [2]),
    "method.policy.weights": machine.reserve("f8", [method.weights.length]),
    ...method.numbers,
  };
  for (const name of ["work.root", "work.choices"]) {
    scope[`${name}.legal`] = machine.reserve("i4", [actions]);
    scope[`${name}.chances`] = machine.reserve("f8", [actions]);
  }
  reserveNet(machine, scope, method.net);
  scope.editions.bytes().set(edition);
  scope["work.slots"].view.fill(NONE);
  scope["method.policy.weights"].view.set(method.weights);
  return scope;
}

function reserveNet(machine, scope, net) {
  const shapes = net?.shapes ?? [[0, 0], [0], [0, 0], [0], [0], [1]];
  const numbers = net && numbersOf(net);
  let read = 0;
  shapes.forEach((shape, index) => {
    const buffer = machine.reserve("f4", shape);
    if (numbers) buffer.view.set(numbers.subarray(read, read + buffer.count));
    read += buffer.count;
    scope[`work.net.${NET[index]}`] = buffer;
  });
  scope["work.net.inputs"] = machine.reserve("f4", [shapes[0][0]]);
  scope["work.net.hidden"] = machine.reserve("f4", [shapes[1][0]]);
  scope["work.net.upper"] = machine.reserve("f4", [shapes[3][0]]);
}

/** The weights of a network, which are decoded once. */
function numbersOf(net) {
  const known = decoded.get(net) ?? new Float32Array(fromBase64(net.data).buffer);
  decoded.set(net, known);
  return known;
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Draw the two numbers from which the luck of simulations is seeded. */
export function seedLuck(scope, random) {
  const drawn = [BigInt(random.word()), BigInt(random.word())];
  scope["work.luck_seed"].view.set(drawn);
  random.store(scope.rng);
}

/** Place a tree with room for so many nodes, with only its root in use. */
export function reserveTree(machine, length) {
  const { size, offsets } = machine.manifest.node;
  const nodes = machine.reserve("bytes", [length], size);
  const root = new Int32Array(machine.memory.buffer, nodes.at, size / 4);
  root[offsets.child / 4] = root[offsets.sibling / 4] = NONE;
  return nodes;
}

/** A search in progress on a machine; a tree kept from an earlier one may be given. */
export class Tree {
  constructor(machine, players, edition, method, kept = null) {
    this.machine = machine;
    this.method = method;
    this.scope = placed(machine, players, edition, method);
    this.legal = machine.reserve("i4", [machine.manifest.actions]);
    this.one = machine.reserve("bytes", [1], machine.manifest.state);
    this.kept = kept;
    this.size = 1;
  }

  /** Return the legal actions in a state, each with whether it makes sense. */
  actions(state) {
    this.one.bytes().set(state);
    const sensible = this.scope["work.slots"];
    const { editions } = this.scope;
    const scope = { states: this.one, editions, legal: this.legal, sensible };
    const n = this.machine.call("list_actions", scope);
    const found = [...this.legal.view.subarray(0, n)].map((action, index) => ({
      action,
      sensible: sensible.view[index] !== 0,
    }));
    sensible.view.fill(NONE);
    return found;
  }

  begin(state, seat, legal, seed, simulations) {
    const { scope, machine } = this;
    const capacity = Math.floor(simulations) + 1;
    let node = NONE;
    let old = null;
    if (this.kept) {
      old = reserveTree(machine, this.kept.size);
      old.bytes().set(this.kept.nodes);
      node = this.find(old, this.kept.root, state, seat);
    }
    const left = node === NONE ? 0 : Math.min(this.kept.size, 2 * capacity);
    this.nodes = reserveTree(machine, left + Math.min(capacity, NODES_AHEAD));
    if (node !== NONE) {
      const copied = { nodes: old, kept: this.nodes, root: node, limit: left };
      this.size = machine.call("keep", copied);
    }
    Object.assign(this, { seat, legalActions: legal, value: this.method.numbers["method.value"] });
    scope.states.bytes(1, 1).set(state);
    seedLuck(scope, new Random(seed, seat));
    scope["work.turns"].view.fill(0n);
    scope["work.seat"].view[0] = BigInt(seat);
    this.guesses = this.method.ending && this.value > 0 ? GUESS : 0;
  }

  grow(simulations) {
    const full = this.method.numbers["method.value"];
    if (this.guesses > 0) {
      this.value = Math.min(full, 0.5);
      const guesses = Math.min(this.guesses, simulations);
      this.simulate(guesses);
      this.guesses -= guesses;
      simulations -= guesses;
      if (this.guesses === 0) {
        const [played, begun] = this.scope["work.turns"].view;
        this.value = Number(begun) < this.method.ending * Number(played) ? 0 : full;
      }
    }
    if (simulations > 0) this.simulate(simulations);
  }

  simulate(simulations) {
    this.makeRoom(simulations);
    const { nodes, size, value, scope, machine } = this;
    const given = { ...scope, nodes, size, simulations, "method.value": value };
    this.size = machine.call("simulate", given);
  }

  /** Lengthen the tree, which lies last in memory, so that it cannot be filled. */
  makeRoom(simulations) {
    const needed = this.size + simulations;
    const [length] = this.nodes.shape;
    if (needed <= length) return;
    const more = Math.max(needed - length, NODES_AHEAD);
    const added = this.machine.reserve("bytes", [more], this.nodes.item);
    this.nodes.shape = [(added.at - this.nodes.at) / this.nodes.item + more];
  }

  /** Return a node as numbers. */
  node(index, nodes = this.nodes) {
    const { size, offsets } = this.machine.manifest.node;
    const data = new DataView(this.machine.memory.buffer, nodes.at + index * size, size);
    const read = (name) => data.getInt32(offsets[name], true);
    return {
      index,
      action: read("action"),
      mover: read("mover"),
      child: read("child"),
      sibling: read("sibling"),
      visits: read("visits"),
      total: data.getFloat64(offsets.total, true),
    };
  }

  children(parent, nodes = this.nodes) {
    const found = [];
    let index = this.node(parent, nodes).child;
    while (index !== NONE) {
      found.push(this.node(index, nodes));
      index = found.at(-1).sibling;
    }
    return found;
  }

  get visits() {
    return this.node(0).visits;
  }

  estimates() {
    const legal = new Set(this.legalActions);
    const counts = ({ mover, action }) => mover === this.seat && legal.has(action);
    const found = this.children(0).filter((node) => legal.size === 1 || counts(node));
    return found.map(({ action, visits, total }) => ({ action, visits, value: total / visits }));
  }

  /** Return the child that a seat visited most, if there is one; of equals, the better one. */
  likeliest(parent, mover) {
    const tried = this.children(parent).filter((node) => node.mover === mover && node.visits);
    return tried.reduce(
      (best, node) => (best === null || isBefore(node, best) ? node : best),
      null,
    );
  }

  find(nodes, root, state, seat) {
    const { machine, one, legal } = this;
    const { editions } = this.scope;
    const rng = new Random(0).store(machine.reserve("i8", [4]));
    const waiting = [{ node: 0, before: root }];
    for (let tries = 0; waiting.length && tries < MOST_STEPS; ) {
      const { node, before } = waiting.shift();
      one.bytes().set(before);
      const mover = machine.call("mover", { states: one, editions });
      const own = this.children(node, nodes).filter((child) => child.mover === mover);
      for (const child of own.sort((a, b) => b.visits - a.visits)) {
        tries += 1;
        one.bytes().set(before);
        const given = { states: one, editions, rng, action: child.action, seat, legal };
        if (!machine.call("step", given)) continue;
        const after = one.bytes().slice();
        if (after.every((byte, index) => byte === state[index])) return child.index;
        waiting.push({ node: child.index, before: after });
      }
    }
    return NONE;
  }

  /** Return what the next search of this seat goes on from. */
  saved() {
    const nodes = this.nodes.bytes(0, this.size).slice();
    return this.size > 1
      ? { nodes, size: this.size, root: this.scope.states.bytes(1, 1).slice() }
      : null;
  }

  /** Grow to `sims` simulations; after each slice, yield the number that are left. */
  *slices(sims) {
    const kept = this.estimates().reduce((sum, { visits }) => sum + visits, 0);
    let left = Math.max(sims - kept, Math.ceil(sims / FLOOR));
    let chunk = FIRST_CHUNK;
    while (left > 0) {
      const began = seconds();
      const done = Math.min(chunk, left);
      this.grow(done);
      left -= done;
      chunk = nextChunk(done, seconds() - began);
      yield left;
    }
  }

  /** Grow for some seconds, in which the simulations kept count as if made now. */
  *timed(limit) {
    const began = seconds();
    const kept = this.estimates().reduce((sum, { visits }) => sum + visits, 0);
    let done = 0;
    let chunk = FIRST_CHUNK;
    for (;;) {
      this.grow(chunk);
      done += chunk;
      const spent = seconds() - began;
      const rate = done / Math.max(spent, 1e-6);
      const end = Math.max(limit - kept / rate, limit / FLOOR);
      if (spent >= end) return;
      yield Math.floor(rate * (end - spent));
      chunk = Math.max(1, Math.floor(rate * Math.min(end - spent, CHUNK_SECONDS)));
    }
  }
}

/** Return whether an action was visited more than another, or is the better one of equals. */
export function isBefore(one, other) {
  const value = ({ value, total, visits }) => value ?? total / visits;
  return one.visits !== other.visits ? one.visits > other.visits : value(one) > value(other);
}

/** Return whether so many more simulations cannot change the most visited action. */
export function isSettled(tried, left) {
  const visits = tried.map((one) => one.visits).sort((a, b) => b - a);
  return visits.length > 1 && visits[0] - visits[1] > left;
}
