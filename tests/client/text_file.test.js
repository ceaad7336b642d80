import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { textOf } from "../../src/ducato/client/js/net/text_file.js";

const TEXT = '{"names": ["Zoë", "דוד"]}\n';
const little = Buffer.from(`\ufeff${TEXT}`, "utf16le");

test("a file is read however it was saved", async () => {
  for (const raw of [Buffer.from(TEXT), Buffer.from(`\ufeff${TEXT}`), little, big()])
    assert.equal(await textOf(new Blob([raw])), TEXT);
  assert.equal(await textOf(new Blob([])), "");
});

test("every file that is chosen is read so", () => {
  for (const folder of ["client/js", "page/js"]) {
    const root = new URL(`../../src/ducato/${folder}/`, import.meta.url);
    for (const path of readdirSync(root, { recursive: true }))
      if (path.endsWith(".js"))
        assert.doesNotMatch(readFileSync(new URL(path, root), "utf8"), /(file|chosen)\.text\(\)/);
  }
});

function big() {
  return Buffer.from(little).swap16();
}
