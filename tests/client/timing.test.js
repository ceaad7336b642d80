import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Beats, countTurns } from "../../src/ducato/client/js/beats/beats.js";
import { Timing } from "../../src/ducato/client/js/beats/timing.js";

/** The limits for a whole turn of another player, in milliseconds at normal speed. */
const TURN = 2500;
const TURN_WITH_DICE = 4000;
/** And for all turns between two decisions of the reader. */
const ROUND = 5000;

/** @type {Record<string, {others: number, steps: any[]}>} as `record_rounds.py` writes them */
const rounds = JSON.parse(readFileSync(new URL("rounds.json", import.meta.url), "utf8"));

/**
 * Show steps on a clock of our own.
 * @param {any[]} steps
 * @param {number} others
 * @param {number} apart how many milliseconds after the one before each of them comes
 * @returns {{turns: {start: number, end: number, dice: boolean, beats: number}[], end: number}}
 */
function shown(steps, others, apart) {
  const timing = new Timing();
  const turns = [];
  const beats = new Beats((queue) => {
    turns.push({ start: now, end: now, dice: false, beats: 0 });
    return timing.begin(countTurns(queue), others);
  });
  /** @type {any[]} */
  const queue = [];
  let [now, came] = [0, 0];
  while (came < steps.length || queue.length > 0) {
    while (came < steps.length && came * apart <= now) queue.push(steps[came++]);
    const beat = beats.take(queue);
    const next = beat ? now + timing.time(beat) : came * apart;
    if (beat) timing.spend(next - now);
    else timing.rest(next - now);
    now = next;
    const turn = turns.at(-1);
    if (!beat || !turn) continue;
    turn.end = now;
    turn.dice ||= beat.rolled;
    turn.beats += 1;
  }
  return { turns, end: now };
}

for (const [game, { others, steps }] of Object.entries(rounds)) {
  test(`${game}: turns that came at once keep to their time, and so does the round`, () => {
    const { turns, end } = shown(steps, others, 0);
    assert.ok(turns.length >= others);
    for (const { start, end, dice, beats } of turns) {
      assert.ok(end - start <= (dice ? TURN_WITH_DICE : TURN), `${end - start} ms`);
      assert.ok(beats <= 3);
    }
    assert.ok(end <= ROUND, `${end} ms`);
  });

  test(`${game}: nobody waits for more than a round after the last step has come`, () => {
    for (const apart of [20, 100, 300, 1000]) {
      const { end } = shown(steps, others, apart);
      const delay = end - (steps.length - 1) * apart;
      assert.ok(delay <= ROUND && delay >= 0, `${delay} ms, with steps ${apart} ms apart`);
    }
  });

  test(`${game}: a turn whose steps come one by one keeps to its time`, () => {
    for (const { start, end, dice } of shown(steps, others, 50).turns)
      assert.ok(end - start <= (dice ? TURN_WITH_DICE : TURN), `${end - start} ms`);
  });
}

/** @param {number} actor @param {number} number of steps */
const acts = (actor, number) =>
  Array.from({ length: number }, (_, seq) => ({ seq, actor, texts: ["acts"], view: null }));

test("with many turns to come, each has fewer beats, long enough to be read", () => {
  const steps = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5].flatMap((actor) => acts(actor, 4));
  const { turns, end } = shown(steps, 5, 0);
  assert.equal(turns.length, 10);
  assert.equal(turns[0]?.beats, 1);
  assert.ok((turns[0]?.end ?? 0) >= 400);
  assert.ok(end <= ROUND);
});

test("steps of a slow player take their time, since nothing waits for them", () => {
  const timing = new Timing();
  const beats = new Beats(() => timing.begin(1, 1));
  const times = acts(1, 6).map((step) => {
    const beat = beats.take([/** @type {any} */ (step)]);
    const time = beat ? timing.time(beat) : 0;
    timing.spend(time);
    timing.rest(1000 - time);
    return time;
  });
  assert.ok(Math.min(...times) >= 380, `${times}`);
});

test("the budget is whole again when the reader has decided", () => {
  const timing = new Timing();
  timing.spend(ROUND);
  assert.equal(timing.begin(1, 1), 1);
  timing.restart();
  assert.equal(timing.begin(1, 1), 3);
});
