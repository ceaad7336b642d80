import assert from "node:assert/strict";
import { test } from "node:test";
import { Beats } from "../../src/ducato/client/js/beats/beats.js";

let seq = 0;

/** @param {number} actor @param {string} [text] @param {string} [dice] what they show after it */
const step = (actor, text = "", dice = "") => {
  const face = { corner: dice };
  const pieces = dice ? [{ id: "die", kind: "die", face }] : [];
  seq += 1;
  return /** @type {any} */ ({
    seq,
    actor,
    texts: text ? [text] : [],
    view: { scene: { pieces }, to_move: [] },
  });
};

/** @param {any[]} steps @returns {string[][]} the texts of each beat */
function beats(...steps) {
  const all = new Beats(() => 3);
  const found = [];
  for (let beat = all.take(steps); beat; beat = all.take(steps))
    found.push(beat.steps.flatMap(({ texts }) => texts));
  return found;
}

test("dice with what they bring, the first fact, the rest", () => {
  const turn = [
    step(-1, "rolls", "3"),
    step(-1, "tax", "3"),
    step(-1, "income", "3"),
    step(1, "", "3"),
    step(1, "builds", "3"),
    step(1, "trades", "3"),
    step(1, "sells", "3"),
    step(1, "", "3"),
    step(-1, "draws", "3"),
  ];
  assert.deepEqual(beats(...turn), [
    ["rolls", "tax", "income"],
    ["builds"],
    ["trades", "sells", "draws"],
  ]);
});

test("the dice after the cards drawn at the end of a turn are the next player's", () => {
  const found = beats(
    step(1, "builds", "3"),
    step(-1, "draws", "3"),
    step(-1, "rolls", "4"),
    step(-1, "income", "4"),
  );
  assert.deepEqual(found, [
    ["builds", "draws"],
    ["rolls", "income"],
  ]);
});

test("the dice of an attack are the attacker's", () => {
  const found = beats(
    step(1, "attacks"),
    step(-1, "rolls", "4"),
    step(1, "attacks again", "4"),
    step(-1, "rolls again", "5"),
    step(1, "ends", "5"),
    step(2, "attacks too", "5"),
  );
  assert.deepEqual(found, [
    ["attacks"],
    ["rolls"],
    ["attacks again", "rolls again", "ends"],
    ["attacks too"],
  ]);
});

test("every player has beats of their own", () => {
  const found = beats(...[1, 1, 1, 1, 2, 2, 3].map((actor) => step(actor, `${actor}`)));
  assert.deepEqual(found, [["1"], ["1"], ["1", "1"], ["2"], ["2"], ["3"]]);
});

test("what comes in late is a beat of its own, without waiting for it", () => {
  const all = new Beats(() => 3);
  const numbers = Array.from({ length: 5 }, () => all.take([step(1, "acts")])?.number);
  assert.deepEqual(numbers, [1, 2, 3, 4, 5]);
  assert.equal(all.take([]), null);
});

test("a busy server leaves out views", () => {
  const blind = { ...step(-1, "rolls"), view: null };
  assert.deepEqual(beats(blind, step(1, "acts")), [["rolls", "acts"]]);
});
