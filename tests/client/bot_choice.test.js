// The choice among actions that a page's bot tried: the same rules as in `bots/search`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { among, likeliestOf, shaped } from "../../src/ducato/page/js/kernels/choice.js";
import { methodOf, optionsOf } from "../../src/ducato/page/js/kernels/method.js";

const HOARDER = { actions: [0, 0.1, 0.1], own: [0.5], rivals: [0] };

test("a mistake that was not tried counts as a certain loss", () => {
  const tried = [{ action: 4, visits: 2, value: 0.1 }];
  assert.deepEqual(among([{ action: 4 }, { action: 7 }], tried), tried);
  assert.deepEqual(among([{ action: 7 }], tried), [{ action: 7, visits: 1, value: 0 }]);
});

test("a style chooses by value among actions with enough visits", () => {
  const tried = [
    { action: 1, visits: 200, value: 0.5 },
    { action: 2, visits: 6, value: 0.55 },
    { action: 3, visits: 1, value: 0.99 },
  ];
  assert.equal(likeliestOf(tried, { fewest: 2, part: 40 }).action, 2);
  assert.equal(likeliestOf(tried, { fewest: 2, part: 30 }).action, 1);
});

test("only actions that make sense are worth more to a style", () => {
  /** @param {string} type @param {number[]} shape */
  const reserve = (type, [first = 1, second = 1]) => ({
    type,
    view: new Float64Array(first * second),
  });
  /** @param {string} kernel @param {any} scope */
  const call = (kernel, scope) => {
    assert.equal(kernel, "incline");
    scope.worth.view[0] = 0.25;
  };
  const scope = { rng: { view: new BigInt64Array(4) } };
  const tree = /** @type {any} */ ({ machine: { reserve, call }, scope });
  const tried = [1, 2].map((action) => ({ action, visits: 3, value: 0.4 }));
  const how = { style: HOARDER, sensible: [{ action: 1 }], players: 2, seed: 5, seat: 0 };
  assert.deepEqual(
    shaped(tree, tried, how).map(({ value }) => value),
    [0.75, 0.4],
  );
});

test("a style is read from a bot's name, and refused where the game has none", () => {
  const { given } = optionsOf("ismcts:sims=4:style=hoarder:mistakes=0.3");
  assert.deepEqual(given, { sims: 4, style: "hoarder", mistakes: 0.3 });
  const manifest = /** @type {any} */ ({
    game: "silk-road",
    defaults: { temperature: 1, value: 0 },
    search: {},
    nets: {},
    weights: { search: [1] },
    styles: { hoarder: HOARDER },
  });
  assert.equal(methodOf(manifest, 2, given).style, HOARDER);
  assert.equal(methodOf(manifest, 2, {}).style, null);
  assert.throws(() => methodOf(manifest, 2, { style: "fox" }), /silk-road has no style fox/);
});
