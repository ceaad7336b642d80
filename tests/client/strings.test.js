import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  isolate,
  language,
  languages,
  loadStrings,
  locale,
  t,
  withoutControls,
} from "../../src/ducato/client/js/state/strings.js";
import { body } from "./browser.js";

const TEXTS = { "a.b": "{name} has {count}, {name}", "a.c": "plain" };
/** @type {string[]} */
let asked = [];

beforeEach(() => {
  asked = [];
  body.dataset = { lang: "en" };
  globalThis.fetch = async (path) => {
    asked.push(path);
    return { ok: true, json: async () => TEXTS };
  };
});

test("there are no texts before they are fetched", () => {
  assert.equal(t("a.c"), "");
});

test("values stand in for their names, and a missing key is seen", async () => {
  await loadStrings();
  assert.equal(t("a.b", { name: "Anna", count: 0 }), "Anna has 0, Anna");
  assert.equal(t("a.b", { name: "Anna" }), "Anna has {count}, Anna");
  assert.equal(t("a.c", { name: "Anna" }), "plain");
  assert.equal(t("a.missing"), "a.missing");
});

test("a table asks for fewer texts than other pages", async () => {
  await loadStrings();
  body.dataset = { lang: "it", table: "abc" };
  await loadStrings();
  assert.deepEqual(asked, ["/strings/en.json", "/strings/it/table.json"]);
  assert.equal(document.documentElement.lang, "it");
});

test("texts that cannot be fetched leave those before", async () => {
  await loadStrings();
  globalThis.fetch = async () => ({ ok: false });
  await loadStrings();
  assert.equal(t("a.c"), "plain");
});

test("an unknown language is English, and dates follow the reader's country", () => {
  assert.equal(locale(), "en-GB");
  body.dataset = { lang: "it" };
  assert.equal(locale(), "it-CH");
  body.dataset = { lang: "es" };
  assert.equal(locale(), "es");
  body.dataset = {};
  assert.equal(language(), "en");
  assert.deepEqual(languages(), {});
  body.dataset = { lang: "it", languages: '{"en": "English", "it": "Italiano"}' };
  assert.equal(languages()[language()], "Italiano");
});

test("what is written from right to left keeps its direction to itself", async () => {
  const [david, arabic] = ["\u05d3\u05d5\u05d3", "\u0663"];
  for (const plain of ["Anna (2)", "#1", "José", "7", "+", "🙂", ""]) {
    assert.equal(isolate(plain), plain);
  }
  assert.equal(isolate(david), `\u2068${david}\u2069`);
  assert.equal(isolate(arabic), `\u2068${arabic}\u2069`);
  assert.equal(isolate(`\u202e${david}\u2069 2`), `\u2068${david} 2\u2069`, "its own marks go");
  assert.equal(isolate("\u202eAnna"), "Anna");
  const sentence = `${isolate(david)}: 37% → 47%`;
  assert.equal(isolate(sentence), sentence, "once is enough");
  const nested = isolate(`${david} ${isolate(arabic)}`);
  assert.equal(isolate(nested), nested);
  await loadStrings();
  assert.equal(
    t("a.b", { name: david, count: 3 }),
    `\u2068${david}\u2069 has 3, \u2068${david}\u2069`,
  );
});

test("what was copied from a sentence is the name again", () => {
  const david = "\u05d3\u05d5\u05d3";
  assert.equal(withoutControls(isolate(david)), david);
});
