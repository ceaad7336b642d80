// The choice among the actions that a search tried: by visits, variety, mistakes or a style of play.

import { Random } from "./random.js";
import { isBefore } from "./search.js";

/** @typedef {import("./memory.js").Machine} Machine */
/** @typedef {import("./search.js").Tried} Tried */
/** @typedef {import("./search.js").Tree} Tree */

/**
 * @param {Tried[]} tried
 */
export function mostVisited(tried) {
  return tried.reduce((/** @type {any} */ best, /** @type {Tried} */ one) =>
    isBefore(one, best) ? one : best,
  );
}

/**
 * Return the estimates of some actions; if none was tried, all of them as certain losses.
 * @param {{action: number}[]} actions
 * @param {Tried[]} tried
 */
export function among(actions, tried) {
  const asked = actions.map((one) => one.action);
  const found = tried.filter((one) => asked.includes(one.action));
  return found.length ? found : asked.map((action) => ({ action, visits: 1, value: 0 }));
}

/**
 * Return the estimates with what the actions are worth to a style added to the values.
 *
 * An action that makes no sense is worth nothing more.
 * @param {Tree} tree
 * @param {Tried[]} tried
 * @param {{style: import("./memory.js").Style, sensible: {action: number}[], players: number,
 *   seed: number | bigint | string, seat: number}} how
 */
export function shaped({ machine, scope }, tried, { style, sensible, players, seed, seat }) {
  const preferences = machine.reserve("f8", [2, style.own.length]);
  preferences.view.set([...style.own, ...style.rivals]);
  const numbers = machine.reserve("f8", [players, style.own.length]);
  const worth = machine.reserve("f8", [1]);
  const any = preferences.view.some((/** @type {number} */ one) => one !== 0);
  return tried.map((one) => {
    if (!sensible.some(({ action }) => action === one.action)) return one;
    const leaning = one.value + (style.actions[one.action] ?? 0);
    if (!any) return { ...one, value: leaning };
    new Random(`${seed}, style`, seat).store(scope.rng);
    machine.call("incline", { ...scope, action: one.action, seat, preferences, numbers, worth });
    return { ...one, value: leaning + worth.view[0] };
  });
}

/**
 * Return the action of highest value among those with enough visits; of equals, the first.
 * @param {Tried[]} tried
 * @param {{fewest: number, part: number}} visits which are enough
 */
export function likeliestOf(tried, { fewest, part }) {
  const most = Math.max(...tried.map((one) => one.visits));
  const enough = Math.min(Math.max(fewest, most / part), most);
  const judged = tried.filter((one) => one.visits >= enough);
  return judged.reduce((best, one) => (one.value > best.value ? one : best));
}

/**
 * @param {Machine} machine
 * @param {Tried[]} tried
 * @param {number} variety
 * @param {number | bigint | string} seed
 * @param {number} seat
 */
export function varied(machine, tried, variety, seed, seat) {
  const visits = machine.reserve("i4", [tried.length]);
  const values = machine.reserve("f8", [tried.length]);
  visits.view.set(tried.map((/** @type {Tried} */ one) => one.visits));
  values.view.set(tried.map((/** @type {Tried} */ one) => one.value));
  const draw = new Random(`${seed}, variety`, seat).uniform();
  return tried[machine.call("vary", { visits, values, variety, drawn: draw })];
}
