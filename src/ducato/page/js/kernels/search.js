// The search bot of `bots/search`: the same steps around the same kernels, so equal trees.

import { placed, reserveTree, seedLuck } from "./method.js";
import { Random } from "./random.js";

/** @typedef {import("./memory.js").Buffer} Buffer */
/** @typedef {import("./memory.js").Machine} Machine */
/** @typedef {import("./memory.js").Scope} Scope */
/** @typedef {import("./method.js").Method} Method */
/** @typedef {{action: number, visits: number, value: number}} Tried */
/** @typedef {{nodes: Uint8Array, size: number, root: Uint8Array}} KeptTree */
/**
 * @typedef {{index: number, action: number, mover: number, child: number, sibling: number,
 *   visits: number, total: number}} TreeNode
 */

const NONE = -1;
const CHUNK = 256;
const FIRST_CHUNK = 32;
const CHUNK_SECONDS = 0.02;
const FLOOR = 8;
const GUESS = 16;
const MOST_STEPS = 48;
const NODES_AHEAD = 4096;
/** More nodes than a search limited by time can add in a second. */
export const NODES_PER_SECOND = 300_000;

const seconds = () => performance.now() / 1000;

/**
 * The number of simulations for the next slice, given how long the last ones took.
 * @param {number} done
 * @param {number} spent
 */
export function nextChunk(done, spent) {
  const rate = done / Math.max(spent, 1e-6);
  return Math.max(1, Math.min(CHUNK, Math.floor(rate * CHUNK_SECONDS)));
}

export { FIRST_CHUNK, seconds };

/** A search in progress on a machine; a tree kept from an earlier one may be given. */
export class Tree {
  /**
   * @param {Machine} machine
   * @param {number} players
   * @param {Uint8Array} edition
   * @param {Method} method
   * @param {KeptTree | null} [kept]
   */
  constructor(machine, players, edition, method, kept = null) {
    this.machine = machine;
    this.method = method;
    this.scope = placed(machine, players, edition, method);
    this.legal = machine.reserve("i4", [machine.manifest.actions]);
    this.one = machine.reserve("bytes", [1], machine.manifest.state);
    this.kept = kept;
    this.size = 1;
    this.nodes = this.one;
    this.seat = NONE;
    /** @type {number[]} */
    this.legalActions = [];
    this.value = 0;
    this.guesses = 0;
  }

  /**
   * Return the legal actions in a state, each with whether it makes sense and is a mistake.
   * @param {Uint8Array} state
   */
  actions(state) {
    this.one.bytes().set(state);
    const sensible = this.scope["work.slots"];
    const { editions } = this.scope;
    const scope = { states: this.one, editions, legal: this.legal, sensible };
    const n = this.machine.call("list_actions", scope);
    const found = [...this.legal.view.subarray(0, n)].map((action, index) => ({
      action,
      sensible: sensible.view[index] !== 0,
      mistaken: sensible.view[index] > 1,
    }));
    sensible.view.fill(NONE);
    return found;
  }

  /**
   * @param {Uint8Array} state
   * @param {number} seat
   * @param {number[]} legal
   * @param {number | bigint | string} seed
   * @param {number} simulations
   */
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
    const left = node === NONE ? 0 : Math.min(this.kept?.size ?? 0, 2 * capacity);
    this.nodes = reserveTree(machine, left + Math.min(capacity, NODES_AHEAD));
    if (node !== NONE) {
      const copied = { nodes: old, kept: this.nodes, root: node, limit: left };
      this.size = machine.call("keep", copied);
    }
    this.seat = seat;
    this.legalActions = legal;
    this.value = this.method.numbers["method.value"];
    scope.states.bytes(1, 1).set(state);
    seedLuck(scope, new Random(seed, seat));
    scope["work.turns"].view.fill(0n);
    scope["work.seat"].view[0] = BigInt(seat);
    this.guesses = this.method.ending && this.value > 0 ? GUESS : 0;
  }

  /**
   * @param {number} simulations
   */
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

  /**
   * @param {number} simulations
   */
  simulate(simulations) {
    this.makeRoom(simulations);
    const { nodes, size, value, scope, machine } = this;
    const given = { ...scope, nodes, size, simulations, "method.value": value };
    this.size = machine.call("simulate", given);
  }

  /**
   * Lengthen the tree, which lies last in memory, so that it cannot be filled.
   * @param {number} simulations
   */
  makeRoom(simulations) {
    const needed = this.size + simulations;
    const [length] = this.nodes.shape;
    if (needed <= length) return;
    const more = Math.max(needed - length, NODES_AHEAD);
    const added = this.machine.reserve("bytes", [more], this.nodes.item);
    this.nodes.shape = [(added.at - this.nodes.at) / this.nodes.item + more];
  }

  /**
   * Return a node as numbers.
   * @param {number} index
   */
  node(index, nodes = this.nodes) {
    const { size, offsets } = this.machine.manifest.node;
    const data = new DataView(this.machine.memory.buffer, nodes.at + index * size, size);
    const read = (/** @type {string} */ name) => data.getInt32(offsets[name], true);
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

  /**
   * @param {number} parent
   */
  children(parent, nodes = this.nodes) {
    /** @type {TreeNode[]} */
    const found = [];
    let index = this.node(parent, nodes).child;
    while (index !== NONE) {
      const child = this.node(index, nodes);
      found.push(child);
      index = child.sibling;
    }
    return found;
  }

  get visits() {
    return this.node(0).visits;
  }

  estimates() {
    const legal = new Set(this.legalActions);
    /** @param {TreeNode} node */
    const counts = ({ mover, action }) => mover === this.seat && legal.has(action);
    const found = this.children(0).filter((node) => legal.size === 1 || counts(node));
    return found.map(({ action, visits, total }) => ({ action, visits, value: total / visits }));
  }

  /**
   * Return the child that a seat visited most, if there is one; of equals, the better one.
   * @param {number} parent
   * @param {number} mover
   */
  likeliest(parent, mover) {
    const tried = this.children(parent).filter((node) => node.mover === mover && node.visits);
    /** @type {TreeNode | null} */
    let best = null;
    for (const node of tried) if (best === null || isBefore(node, best)) best = node;
    return best;
  }

  /**
   * @param {Buffer} nodes
   * @param {Uint8Array} root
   * @param {Uint8Array} state
   * @param {number} seat
   */
  find(nodes, root, state, seat) {
    const { machine, one, legal } = this;
    const { editions } = this.scope;
    const rng = new Random(0).store(machine.reserve("i8", [4]));
    const waiting = [{ node: 0, before: root }];
    for (let tries = 0; tries < MOST_STEPS; ) {
      const next = waiting.shift();
      if (!next) break;
      const { node, before } = next;
      one.bytes().set(before);
      const mover = machine.call("mover", { states: one, editions });
      const own = this.children(node, nodes).filter((child) => child.mover === mover);
      for (const child of own.sort((a, b) => b.visits - a.visits)) {
        tries += 1;
        one.bytes().set(before);
        const given = { states: one, editions, rng, action: child.action, seat, legal };
        if (!machine.call("step", given)) continue;
        const after = one.bytes().slice();
        if (
          after.every(
            (/** @type {number} */ byte, /** @type {number} */ index) => byte === state[index],
          )
        )
          return child.index;
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

  /**
   * Grow to `sims` simulations; after each slice, yield the number that are left.
   * @param {number} sims
   */
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

  /**
   * Grow for some seconds, in which the simulations kept count as if made now.
   * @param {number} limit
   */
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

/**
 * Return whether an action was visited more than another, or is the better one of equals.
 * @param {Tried | TreeNode} one
 * @param {Tried | TreeNode} other
 */
export function isBefore(one, other) {
  /** @param {Tried | TreeNode} found */
  const value = (found) => ("value" in found ? found.value : found.total / found.visits);
  return one.visits !== other.visits ? one.visits > other.visits : value(one) > value(other);
}

/**
 * Return whether so many more simulations cannot change the most visited action.
 * @param {Tried[]} tried
 * @param {number} left
 */
export function isSettled(tried, left) {
  const visits = tried
    .map((/** @type {Tried} */ one) => one.visits)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => b - a);
  const [most = 0, next = 0] = visits;
  return visits.length > 1 && most - next > left;
}
