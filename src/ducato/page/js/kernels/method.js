// What a bot does by its name, and what its kernels need in memory.

/** @typedef {import("./memory.js").Machine} Machine */
/** @typedef {import("./memory.js").Manifest} Manifest */
/** @typedef {import("./memory.js").Net} Net */
/** @typedef {import("./memory.js").Scope} Scope */
/** @typedef {import("./memory.js").Style} Style */
/** @typedef {import("./random.js").Random} Random */
/**
 * @typedef {{net: Net | null, sims: number, seconds: number, variety: number,
 *   mistakes: number, style: Style | null, keeps: boolean,
 *   ending: number, weights: number[], numbers: Record<string, any>}} Method
 */

const WORDS = ["playout", "style"];
const NONE = -1;
const UNTRIED = 0.5;
const DEEPEST = 256;
const NET = ["first", "first_bias", "second", "second_bias", "last", "last_bias"];

/** @type {WeakMap<Net, Float32Array>} */
const decoded = new WeakMap();

/**
 * Return the options of a bot's name, such as "ismcts:sims=400:variety=0.1".
 * @param {string} name
 */
export function optionsOf(name) {
  const [kind = "", ...settings] = name.split(":");
  /** @type {Record<string, any>} */
  const given = {};
  for (const setting of settings) {
    const [key = "", value] = setting.split("=");
    given[key] = WORDS.includes(key) ? value : Number(value);
  }
  return { kind, given };
}

/**
 * Return what a bot with these options does: budget, numbers of the search, and its weights.
 * @param {Manifest} manifest
 * @param {number} players
 * @param {Record<string, any>} given
 * @returns {Method}
 */
export function methodOf(manifest, players, given) {
  const { defaults, search } = manifest;
  const asked = Object.keys(defaults).filter((name) => name in given);
  const own = Object.fromEntries(asked.map((name) => [name, given[name]]));
  /** @type {Record<string, any>} */
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
    mistakes: given.mistakes ?? 0,
    style: styleOf(manifest, given.style),
    keeps: (given.keep ?? 1) !== 0,
    ending: chosen.ending,
    weights: manifest.weights.search.map(
      (/** @type {number} */ weight) => weight / chosen.temperature,
    ),
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

/**
 * @param {Manifest} manifest
 * @param {string | undefined} name
 */
function styleOf(manifest, name) {
  if (name === undefined) return null;
  const style = manifest.styles[name];
  if (!style) throw new Error(`${manifest.game} has no style ${name}`);
  return style;
}

/**
 * Place what every kernel of a search needs; return the arguments by name.
 * @param {Machine} machine
 * @param {number} players
 * @param {Uint8Array} edition
 * @param {Method} method
 * @returns {Scope}
 */
export function placed(machine, players, edition, method) {
  const { actions, state, edition: size } = machine.manifest;
  /** @type {Scope} */
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

/**
 * @param {Machine} machine
 * @param {Scope} scope
 * @param {Net | null} net
 */
function reserveNet(machine, scope, net) {
  const shapes = net?.shapes ?? [[0, 0], [0], [0, 0], [0], [0], [1]];
  const numbers = net && numbersOf(net);
  let read = 0;
  shapes.forEach((/** @type {number[]} */ shape, /** @type {number} */ index) => {
    const buffer = machine.reserve("f4", shape);
    if (numbers) buffer.view.set(numbers.subarray(read, read + buffer.count));
    read += buffer.count;
    scope[`work.net.${NET[index]}`] = buffer;
  });
  scope["work.net.inputs"] = machine.reserve("f4", [shapes[0]?.[0] ?? 0]);
  scope["work.net.hidden"] = machine.reserve("f4", [shapes[1]?.[0] ?? 0]);
  scope["work.net.upper"] = machine.reserve("f4", [shapes[3]?.[0] ?? 0]);
}

/**
 * The weights of a network, which are decoded once.
 * @param {Net} net
 */
function numbersOf(net) {
  const known = decoded.get(net) ?? new Float32Array(fromBase64(net.data).buffer);
  decoded.set(net, known);
  return known;
}

/**
 * @param {string} text
 */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/**
 * Draw the two numbers from which the luck of simulations is seeded.
 * @param {Scope} scope
 * @param {Random} random
 */
export function seedLuck(scope, random) {
  const drawn = [BigInt(random.word()), BigInt(random.word())];
  scope["work.luck_seed"].view.set(drawn);
  random.store(scope.rng);
}

/**
 * Place a tree with room for so many nodes, with only its root in use.
 * @param {Machine} machine
 * @param {number} length
 */
export function reserveTree(machine, length) {
  const { size, offsets } = machine.manifest.node;
  const nodes = machine.reserve("bytes", [length], size);
  const root = new Int32Array(machine.memory.buffer, nodes.at, size / 4);
  const { child = 0, sibling = 0 } = offsets;
  root[child / 4] = root[sibling / 4] = NONE;
  return nodes;
}
