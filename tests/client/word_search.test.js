import assert from "node:assert/strict";
import { test } from "node:test";
import { compareCells } from "../../src/ducato/client/js/ui/sortable.js";
import { hasWords, searchWords } from "../../src/ducato/client/js/ui/word_search.js";

/** @param {string} text @param {string} wanted */
const found = (text, wanted) => hasWords(searchWords(text), searchWords(wanted));

test("case, accents and the order of words make no difference", () => {
  assert.ok(found("Máquinas Grúa 1", "grua MAQUINAS"));
  assert.ok(found("Cathedral", "CATHÉDRAL"));
});

test("the beginning of a word is enough, a number must be whole", () => {
  assert.ok(found("Wash House 12", "wa ho 12"));
  assert.ok(!found("Wash House 12", "ash"));
  assert.ok(!found("Wash House 12", "1"));
});

test("every word must be there, and no words find everything", () => {
  assert.ok(!found("Crane 1", "crane 9"));
  assert.ok(found("Crane 1", "  "));
});

test("numbers are sorted by value, texts by alphabet, and empty cells come last", () => {
  const collator = new Intl.Collator("es", { numeric: true });
  const sorted = (/** @type {string[]} */ texts, /** @type {boolean} */ descending) =>
    texts.sort((one, other) => compareCells(collator, one, other, descending));
  assert.deepEqual(sorted(["10", "", "9", "1, 3", "1"], false), ["1", "1, 3", "9", "10", ""]);
  assert.deepEqual(sorted(["10", "", "9"], true), ["10", "9", ""]);
  assert.deepEqual(sorted(["Zorro", "Águila", "buey"], false), ["Águila", "buey", "Zorro"]);
});
