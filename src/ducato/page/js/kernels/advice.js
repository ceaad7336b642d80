// What a search says besides its choice: `bots/advice` and the appraisals of `bots/analysis`.

import { placed, reserveTree, seedLuck } from "./method.js";
import { Random } from "./random.js";
import { FIRST_CHUNK, nextChunk, seconds } from "./search.js";

/** @typedef {import("./memory.js").Buffer} Buffer */
/** @typedef {import("./memory.js").Machine} Machine */
/** @typedef {import("./method.js").Method} Method */
/** @typedef {import("./search.js").Tree} Tree */
/** @typedef {{group: string, parts: number[]}} Column */

const WORLDS = 24;
const LONGEST = 5;
const LEAST_VISITS = 20;
const LEAST_PART = 0.05;
const ILLEGAL = -2;
const DEALS = 192;
const SLICE = 16;
const SURE = 2;
const LEAST = 0.005;
const MOST_FOR = 3;
const MOST_AGAINST = 1;

/**
 * Return the moves of the best line, each with the different worlds that its mover sees.
 * @param {Tree} tree
 * @param {Uint8Array} state
 * @param {number} seat
 * @param {number | bigint | string} seed
 */
export function followed(tree, state, seat, seed) {
  const { machine, legal, scope } = tree;
  const { state: size } = machine.manifest;
  const worlds = machine.reserve("bytes", [WORLDS], size);
  const before = machine.reserve("bytes", [WORLDS], size);
  for (let world = 0; world < WORLDS; world++) worlds.bytes(world, 1).set(state);
  const rng = new Random(seed, "line").store(machine.reserve("i8", [4]));
  machine.call("deal_worlds", { states: worlds, rng });
  const least = Math.max(LEAST_VISITS, LEAST_PART * tree.visits);
  const line = [];
  let node = 0;
  let mover = seat;
  while (mover >= 0 && line.length < LONGEST) {
    const found = tree.likeliest(node, mover);
    if (found === null || (line.length && found.visits < least)) break;
    const { action } = found;
    before.bytes().set(worlds.bytes());
    const after = machine.call("follow", {
      states: worlds,
      editions: scope.editions,
      action,
      legal,
    });
    if (after === ILLEGAL) break;
    machine.call("hide_from", { states: before, seat: mover });
    line.push({ seat: mover, action, worlds: different(before) });
    node = found.index;
    mover = after;
  }
  return line;
}

/**
 * @param {Buffer} states
 */
function different(states) {
  const found = new Map();
  for (let world = 0; world < states.shape[0]; world++) {
    const bytes = states.bytes(world, 1).slice();
    found.set(bytes.join(), bytes);
  }
  return [...found.values()];
}

/**
 * Resolve to the results of simulations of an action, or of the position if it is below 0.
 * @param {Machine} machine
 * @param {Method} method
 * @param {any} asked
 * @param {() => Promise<void>} pause
 */
export async function appraised(machine, method, asked, pause) {
  const { state, edition, players, action, seed, simulations, progress } = asked;
  const scope = placed(machine, players, edition, method);
  scope.states.bytes(1, 1).set(state);
  seedLuck(scope, new Random(seed, "appraisal"));
  const rows = machine.reserve("f8", [simulations, players]);
  const nodes = reserveTree(machine, simulations + 1);
  let done = 0;
  let size = 1;
  let chunk = FIRST_CHUNK;
  while (done < simulations) {
    const began = seconds();
    const part = Math.min(chunk, simulations - done);
    const results = rows.rows(done, part);
    const task = { "asked.action": action, "asked.begun": done, "asked.results": results };
    size = machine.call("appraise", { ...scope, nodes, size, ...task });
    done += part;
    chunk = nextChunk(part, seconds() - began);
    progress?.(done, simulations);
    await pause();
  }
  return rows.view.slice();
}

/**
 * Resolve to each group's part in what an action gains over another, and the standard errors.
 * @param {Machine} machine
 * @param {Method} method
 * @param {any} asked
 * @param {() => Promise<void>} pause
 */
export async function compared(machine, method, asked, pause) {
  const { state, edition, players, action, than, seed } = asked;
  const scope = placed(machine, players, edition, method);
  const { group, groups } = machine.manifest;
  const views = players === 2 ? 1 : players;
  scope.states.bytes(1, 1).set(state);
  seedLuck(scope, new Random(seed, "grounds"));
  const sides = {
    "sides.actions": machine.reserve("i8", [2]),
    "sides.group": machine.reserve("i8", [group.length]),
    "sides.features": machine.reserve("f4", [2, views, group.length]),
    "sides.side": machine.reserve("i8", [groups.length]),
    "sides.order": machine.reserve("i8", [groups.length]),
    "sides.scores": machine.reserve("f8", [views]),
    "sides.parts": machine.reserve("f8", [SLICE, groups.length + 1]),
    "sides.wins": machine.reserve("f8", [SLICE, 2]),
    "sides.draws": machine.reserve("i8", [4]),
  };
  sides["sides.actions"].view.set([BigInt(action), BigInt(than)]);
  sides["sides.group"].view.set(group.map(BigInt));
  sides["sides.order"].view.set(
    groups.map((/** @type {any} */ _, /** @type {number} */ index) => BigInt(index)),
  );
  const fixed = { "method.paired": true, "method.depth": 0 };
  /** @type {Column[]} */
  const columns = [...groups, "end"].map((name) => ({ group: name, parts: [] }));
  for (let begun = 0; begun < DEALS; begun += SLICE) {
    machine.call("compare", { ...scope, ...fixed, ...sides, begun });
    sides["sides.parts"].view.forEach((/** @type {number} */ part, /** @type {number} */ index) => {
      columns[index % columns.length]?.parts.push(part);
    });
    await pause();
  }
  return columns;
}

/**
 * Return the groups whose part is not taken for chance, and their points.
 * @param {Column[]} columns
 */
export function worthSaying(columns) {
  const grounds = [];
  for (const { group, parts } of columns) {
    const mean =
      parts.reduce((/** @type {number} */ sum, /** @type {number} */ part) => sum + part, 0) /
      parts.length;
    const squares = parts.reduce(
      (/** @type {number} */ sum, /** @type {number} */ part) =>
        sum + (part - mean) * (part - mean),
      0,
    );
    const error = Math.sqrt(squares / (parts.length - 1)) / Math.sqrt(parts.length);
    const size = Math.abs(mean);
    if (size < LEAST || size < SURE * error) continue;
    const points = Math.max(1, Math.round(100 * size));
    grounds.push({ group, points: mean > 0 ? points : -points });
  }
  grounds.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  return [
    ...grounds.filter((ground) => ground.points > 0).slice(0, MOST_FOR),
    ...grounds.filter((ground) => ground.points < 0).slice(0, MOST_AGAINST),
  ];
}
