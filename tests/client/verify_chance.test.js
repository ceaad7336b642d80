import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkRecord } from "../../src/ducato/client/js/net/verify_chance.js";

const RECORD = readFileSync(new URL("../../docs/examples/magnate.jsonl", import.meta.url), "utf-8");
const lines = () => RECORD.trimEnd().split("\n");
const check = (changed) => checkRecord(`${changed.join("\n")}\n`);
const firstChance = lines().findIndex((line) => line.includes('"chance"'));

test("a record as it was written is right", async () => {
  const proof = await checkRecord(RECORD);
  assert.equal(proof.wrong, null);
  assert.match(proof.seed, /^[0-9a-f]{64}$/);
  assert.ok(proof.outcomes > 20);
  assert.equal(proof.right, proof.outcomes);
});

test("an edited line is found", async () => {
  const changed = lines();
  changed[5] = changed[5]
    .replace("{", "{ ")
    .replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  const { wrong } = await check(changed);
  assert.equal(wrong?.line, 6);
});

test("another outcome of chance is found, as an edit and as an outcome", async () => {
  const changed = lines();
  const entry = JSON.parse(changed[firstChance]);
  changed[firstChance] = changed[firstChance].replace(
    `"chance": ${entry.chance}`,
    `"chance": ${(entry.chance + 1) % entry.of}`,
  );
  const proof = await check(changed);
  assert.deepEqual(proof.wrong, { line: firstChance + 1, why: "edited" });
  assert.equal(proof.right, proof.outcomes - 1);
});

test("another seed is not the promised one", async () => {
  const changed = lines();
  const { seed } = JSON.parse(changed.at(-1));
  const other = seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  changed.push(changed.pop().replace(seed, other));
  const proof = await check(changed);
  assert.deepEqual(proof.wrong, { line: 1, why: "commitment" });
});

test("without its end, a record has no seed and no judged outcome", async () => {
  const proof = await check(lines().slice(0, 30));
  assert.equal(proof.seed, null);
  assert.equal(proof.wrong, null);
  assert.equal(proof.right, 0);
});

test("what is no record is said to be none", async () => {
  for (const text of ["", "{}", "[1]", "{broken", '{"check": "00"}']) {
    assert.deepEqual((await checkRecord(text)).wrong, { line: 1, why: "record" }, text);
  }
});
