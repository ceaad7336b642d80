import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import * as sounds from "../../src/ducato/client/js/senses/sounds.js";
import { present } from "../../src/ducato/client/js/senses/turn_sign.js";
import { storage } from "./browser.js";

const piece = (id, kind, area, face = {}) => ({ id, kind, area, face });
const view = (...pieces) => ({ scene: { areas: [], pieces }, legal: [], result: null });
const heard = (before, after) => [...sounds.soundsOf(view(before), view(after))];

afterEach(() => storage.clear());

test("a card sounds when it moves, turns or appears, and not when it stays", () => {
  const card = piece("c", "card", "hand", { back: false });
  assert.deepEqual(heard(card, { ...card, area: "board" }), ["card"]);
  assert.deepEqual(heard(card, { ...card, face: { back: true } }), ["card"]);
  assert.deepEqual(heard(piece("d", "region", "map"), card), ["card"]);
  assert.deepEqual(heard(card, { ...card }), []);
});

test("a token sounds when it moves, and a counter when its number changes", () => {
  const coins = piece("m", "counter", "purse", { count: 3 });
  assert.deepEqual(heard(coins, { ...coins, face: { count: 5 } }), ["coin"]);
  assert.deepEqual(heard(coins, { ...coins, area: "board" }), ["coin"]);
  assert.deepEqual(heard(coins, { ...coins }), []);
});

test("dice sound when they show something else; a region never does", () => {
  const die = piece("d", "die", "board", { title: "4" });
  assert.deepEqual(heard(die, { ...die, face: { title: "5" } }), ["dice"]);
  assert.deepEqual(heard(die, { ...die }), []);
  const region = piece("r", "region", "map", { count: 1 });
  assert.deepEqual(heard(region, { ...region, face: { count: 2 } }), []);
});

test("the volume is moderate until it is chosen, and a wrong value counts as none", () => {
  assert.equal(sounds.volume(), 40);
  assert.equal(sounds.muted(), false);
  sounds.setVolume(75);
  sounds.setMuted(true);
  assert.equal(sounds.volume(), 75);
  assert.equal(sounds.muted(), true);
  storage.set("ducato.volume", "loud");
  assert.equal(sounds.volume(), 40);
});

test("it is one's turn once the newest view is on the board", () => {
  const newest = { ...view(), legal: [{ action: 1 }] };
  const older = view();
  assert.deepEqual(present({ shown: newest, newest, replay: null }), { turn: true, over: false });
  assert.equal(present({ shown: older, newest, replay: null }), null);
  assert.deepEqual(present({ shown: older, newest, replay: {} }), { turn: true, over: false });
  const end = { ...view(), result: {} };
  assert.deepEqual(present({ shown: end, newest: end, replay: null }), { turn: false, over: true });
});
