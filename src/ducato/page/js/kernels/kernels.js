// A game's bots from its kernels: choices, hints and what an analysis asks. See `bots/portable.py`.
//
// An ES module for browsers, their workers and Node. All functions that think are asynchronous:
// they work in slices of about 20 ms, call `progress(done, of)` after each, and reject with the
// reason of an aborted `signal`. `state` and `edition` are the bytes of the structs.

import { appraised, compared, followed, worthSaying } from "./advice.js";
import { among, likeliestOf, mostVisited, shaped, varied } from "./choice.js";
import { Machine } from "./memory.js";
import { methodOf, optionsOf } from "./method.js";
import { Random } from "./random.js";
import { isBefore, isSettled, NODES_PER_SECOND, Tree } from "./search.js";

/** @typedef {import("./memory.js").Manifest} Manifest */
/** @typedef {import("./search.js").Tried} Tried */
/**
 * A position, and what is asked about it; asked.progress: called with how much is done, of how
 * much; signal: ends the thought.
 * @typedef {{state: Uint8Array, edition: Uint8Array, players: number, seat: number, seed: number |
 *   bigint, simulations: number, name?: string, value?: number | null} & Thought} Asked
 */
/**
 * @typedef {{progress?: (done: number, of: number) => void, signal?: AbortSignal,
 *   nodes?: boolean}} Thought
 */

const HINT_SIMULATIONS = 1500;
const NORMAL = 1.96;

/**
 * Load kernels: `code` is a response, a promise of one, bytes or a WebAssembly.Module.
 * @param {any} code
 * @param {Manifest} manifest
 */
export async function loadKernels(code, manifest) {
  const given = await code;
  if (given instanceof WebAssembly.Module) return new Kernels(given, manifest);
  const bytes = typeof given.arrayBuffer === "function" ? await given.arrayBuffer() : given;
  return new Kernels(await WebAssembly.compile(bytes), manifest);
}

export class Kernels {
  /** @type {Machine[]} */
  #idle = [];
  /** @type {Map<string, any>} */
  #kept = new Map();

  /**
   * @param {WebAssembly.Module} module
   * @param {Manifest} manifest
   */
  constructor(module, manifest) {
    this.module = module;
    this.manifest = manifest;
  }

  /** Forget the trees of bots, and free the memory: between games. */
  forget() {
    this.#idle = [];
    this.#kept.clear();
  }

  /**
   * Return the action of a bot; `level` is a level of the game or the name of a bot.
   * @param {Omit<Asked, "simulations"> & {level: string}} asked
   */
  choose({ state, edition, players, seat, level, seed, progress, signal }) {
    const name = this.manifest.levels[level] ?? level;
    const { kind, given } = optionsOf(name);
    return this.#with(async (/** @type {Machine} */ machine) => {
      if (kind === "random") return drawn(machine, players, edition, state, seat, seed);
      if (kind === "greedy") return scored(machine, players, edition, state, seat, seed);
      const method = methodOf(this.manifest, players, given);
      const key = `${name} ${seat}`;
      const tree = new Tree(machine, players, edition, method, this.#kept.get(key));
      const legal = tree.actions(state);
      if (legal.length === 1) return legal[0].action;
      const actions = legal.map((one) => one.action);
      const { sims, variety, mistakes, style } = method;
      const errs = variety > 0 || mistakes > 0;
      tree.begin(state, seat, actions, seed, method.seconds * NODES_PER_SECOND || sims);
      for (const left of method.seconds ? tree.timed(method.seconds) : tree.slices(sims)) {
        if (!errs && !style && isSettled(tree.estimates(), left)) break;
        progress?.(Math.max(0, sims - left), sims);
        await pause(signal);
      }
      if (method.keeps) this.#kept.set(key, tree.saved());
      let tried = tree.estimates();
      const sensible = legal.filter((one) => one.sensible);
      if (errs) {
        const drawn = new Random(`${seed}, mistake`, seat).uniform();
        const made = drawn < mistakes ? sensible.filter((one) => one.mistaken) : [];
        const asked = made.length ? made : sensible;
        if (asked.length) tried = among(asked, tried);
      }
      if (style) tried = shaped(tree, tried, { style, sensible, players, seed, seat });
      if (!variety) return (style ? likeliestOf(tried) : mostVisited(tried)).action;
      return varied(machine, tried, variety, seed, seat).action;
    });
  }

  /**
   * Advise a seat like `table.queries.hints`.
   *
   * Resolve to the actions tried with win rate and margin in percent, the best first; the line that
   * may follow, each move with the worlds in which its description must be the same; and the
   * grounds for the first action over the second, or null.
   *
   * @param {Omit<Asked, "simulations"> & {simulations?: number}} asked
   */
  advise({ state, edition, players, seat, seed, simulations = HINT_SIMULATIONS, ...asked }) {
    const method = methodOf(this.manifest, players, { keep: 0, sims: simulations });
    return this.#with(async (/** @type {Machine} */ machine) => {
      const tree = new Tree(machine, players, edition, method);
      const legal = tree.actions(state).map((one) => one.action);
      if (legal.length === 1) {
        const only = { action: legal[0], visits: 0, value: null, wins: null, margin: null };
        return { tried: [only], line: [], grounds: null };
      }
      const tried = await grown(tree, state, seat, legal, seed, asked);
      const advice = tried.map((/** @type {Tried} */ one) => ({
        ...one,
        wins: roundHalfEven(100 * one.value),
        margin: marginOf(one.value, one.visits),
      }));
      const line = followed(tree, state, seat, seed);
      let grounds = null;
      if (method.net && tried.length > 1) {
        const [action, than] = tried.map((/** @type {Tried} */ one) => one.action);
        const given = { state, edition, players, action, than, seed };
        const found = await compared(machine, method, given, () => pause(asked.signal));
        grounds = { action, than, groups: worthSaying(found) };
      }
      return { tried: advice, line, grounds };
    });
  }

  /**
   * Search like the judge of an analysis; resolve to `tried`, `line` and the ending `value`.
   * @param {Asked} asked
   */
  search({ state, edition, players, seat, seed, simulations, name = "ismcts", ...asked }) {
    const { given } = optionsOf(name);
    const method = methodOf(this.manifest, players, { ...given, keep: 0, sims: simulations });
    return this.#with(async (/** @type {Machine} */ machine) => {
      const tree = new Tree(machine, players, edition, method);
      const legal = tree.actions(state).map((one) => one.action);
      const tried = await grown(tree, state, seat, legal, seed, asked);
      const nodes = asked.nodes ? tree.nodes.bytes(0, tree.size).slice() : null;
      return { tried, line: followed(tree, state, seat, seed), value: tree.value, nodes };
    });
  }

  /** Resolve to the results of simulations after an action, a row of seats for each. */
  appraise({ name = "ismcts", value = null, ...asked }) {
    const method = methodOf(this.manifest, asked.players, optionsOf(name).given);
    method.numbers["method.paired"] = true;
    if (value !== null) method.numbers["method.value"] = value;
    return this.#with((/** @type {Machine} */ machine) =>
      appraised(machine, method, asked, () => pause(asked.signal)),
    );
  }

  /** Resolve to what speaks for an action rather than another; null without a learned value. */
  compare({ name = "ismcts", value = null, ...asked }) {
    const method = methodOf(this.manifest, asked.players, optionsOf(name).given);
    if (value !== null) method.numbers["method.value"] = value;
    if (!method.net || !method.numbers["method.value"]) return Promise.resolve(null);
    return this.#with(async (/** @type {Machine} */ machine) =>
      worthSaying(await compared(machine, method, asked, () => pause(asked.signal))),
    );
  }

  /**
   * Play random games from one seed; return ranks, decisions and the bytes of the last state.
   * @param {{edition: Uint8Array, players: number, games: number, seed: string, guided?: boolean,
   *   sharp?: number}} asked
   */
  playRandom({ edition, players, games, seed, guided = false, sharp = 1 }) {
    const method = methodOf(this.manifest, players, { value: 0 });
    const machine = this.#take();
    const tree = new Tree(machine, players, edition, method);
    const { scope } = tree;
    const weights = machine.reserve("f8", [method.weights.length]);
    weights.view.set(
      this.manifest.weights.greedy.map((/** @type {number} */ weight) => weight * sharp),
    );
    const results = {
      "results.ranks": machine.reserve("i4", [games, players]),
      "results.decisions": machine.reserve("i4", [games]),
      "results.rounds": machine.reserve("i4", [games]),
      "results.order": machine.reserve("i4", [games, players]),
    };
    const given = {
      states: scope.states,
      editions: scope.editions,
      rng: new Random(seed).store(scope.rng),
      "policy.guided": guided,
      "policy.weights": weights,
      "choices.legal": scope["work.choices.legal"],
      "choices.chances": scope["work.choices.chances"],
      limit: this.manifest.longest,
      ...results,
    };
    const finished = machine.call("play_games", given);
    const found = Object.entries(results).map(([name, { view }]) => [name.slice(8), view.slice()]);
    const last = scope.states.bytes(0, 1).slice();
    this.#give(machine);
    return { finished, last, ...Object.fromEntries(found) };
  }

  #take() {
    return this.#idle.pop() ?? new Machine(this.module, this.manifest);
  }

  /**
   * @param {Machine} machine
   */
  #give(machine) {
    machine.reset();
    if (this.#idle.length === 0) this.#idle.push(machine);
  }

  /**
   * @param {(machine: Machine) => any} work
   */
  async #with(work) {
    const machine = this.#take();
    try {
      return await work(machine);
    } finally {
      this.#give(machine);
    }
  }
}

/**
 * Spend the whole budget of a tree; resolve to the actions tried, the most visited first.
 * @param {Tree} tree
 * @param {Uint8Array} state
 * @param {number} seat
 * @param {number[]} legal
 * @param {number | bigint | string} seed
 * @param {Thought} thought
 */
async function grown(tree, state, seat, legal, seed, { progress, signal }) {
  const { sims } = tree.method;
  tree.begin(state, seat, legal, seed, sims);
  for (const left of tree.slices(sims)) {
    progress?.(sims - left, sims);
    await pause(signal);
  }
  const order = (/** @type {Tried} */ a, /** @type {Tried} */ b) =>
    Number(isBefore(b, a)) - Number(isBefore(a, b));
  return tree.estimates().sort(order);
}

/**
 * @param {Machine} machine
 * @param {number} players
 * @param {Uint8Array} edition
 * @param {Uint8Array} state
 * @param {number} seat
 * @param {number | bigint | string} seed
 */
function drawn(machine, players, edition, state, seat, seed) {
  const tree = new Tree(
    machine,
    players,
    edition,
    methodOf(machine.manifest, players, { value: 0 }),
  );
  const legal = tree.actions(state);
  return legal[new Random(seed, seat).below(legal.length)].action;
}

/**
 * @param {Machine} machine
 * @param {number} players
 * @param {Uint8Array} edition
 * @param {Uint8Array} state
 * @param {number} seat
 * @param {number | bigint | string} seed
 */
function scored(machine, players, edition, state, seat, seed) {
  const tree = new Tree(
    machine,
    players,
    edition,
    methodOf(machine.manifest, players, { value: 0 }),
  );
  const weights = machine.reserve("f8", [machine.manifest.weights.greedy.length]);
  weights.view.set(machine.manifest.weights.greedy);
  tree.one.bytes().set(state);
  const { one, legal, scope } = tree;
  const rng = new Random(seed, seat).store(scope.rng);
  const given = { states: one, editions: scope.editions, rng, weights, legal };
  return machine.call("greedy_choice", given);
}

/**
 * @param {number} value
 * @param {number} visits
 */
function marginOf(value, visits) {
  const games = visits + 4;
  const share = (value * visits + 2) / games;
  return Math.ceil(100 * NORMAL * Math.sqrt((share * (1 - share)) / games));
}

/**
 * Round as Python does.
 * @param {number} number
 */
export function roundHalfEven(number) {
  const floor = Math.floor(number);
  const rest = number - floor;
  if (rest !== 0.5) return Math.round(number);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * Let messages in, and stop if nobody wants the result any more.
 * @param {AbortSignal | undefined} signal
 */
async function pause(signal) {
  signal?.throwIfAborted();
  await new Promise((/** @type {(nothing?: undefined) => void} */ resolve) => {
    const { setImmediate } = /** @type {any} */ (globalThis);
    if (typeof setImmediate === "function") return setImmediate(resolve);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
  signal?.throwIfAborted();
}
