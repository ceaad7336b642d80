import assert from "node:assert/strict";
import { test } from "node:test";
import { completeScene, ViewDecoder } from "../../src/ducato/client/js/state/scene_changes.js";

const area = (id) => ({ id, layout: "row" });
const piece = (id, title = "") => ({ id, kind: "card", area: "a", label: id, face: { title } });
const ids = (things) => things.map(({ id }) => id).join("");
const view = (rest) => ({ seq: 1, prompt: "", legal: [], to_move: [], seat: 0, ...rest });

test("what is left out of a scene has its usual value", () => {
  const whole = completeScene({ areas: [area("a")], pieces: [piece("p", "Mill")] });
  assert.deepEqual(whole.areas[0], {
    ...{ id: "a", layout: "row", title: "", parent: null, owner: null, role: "board" },
    ...{ height: null, backdrop: null },
  });
  assert.deepEqual(whole.pieces[0].potential, []);
  assert.deepEqual(whole.pieces[0].face.glyphs, []);
  assert.equal(whole.pieces[0].face.title, "Mill");
  assert.equal(whole.pieces[0].face.tone, "paper");
});

test("changes apply to the scene sent last", () => {
  const decoder = new ViewDecoder();
  const before = decoder.decode(
    view({ scene: { areas: [area("a")], pieces: [piece("x"), piece("y"), piece("z")] } }),
  );
  const put = [
    [0, piece("w")],
    [2, piece("x", "new")],
  ];
  const after = decoder.decode(view({ changes: { pieces: { removed: ["y"], put } } }));
  assert.equal(ids(after.scene.pieces), "wzx");
  assert.equal(after.scene.pieces[2].face.title, "new");
  assert.equal(after.scene.pieces[1], before.scene.pieces[2]); // the same object
  assert.equal(after.scene.areas, before.scene.areas);
  assert.equal(ids(before.scene.pieces), "xyz"); // as it was
});

test("a view without changes keeps the scene, and another scene replaces it", () => {
  const decoder = new ViewDecoder();
  const scene = { areas: [area("a")], pieces: [piece("x")] };
  const first = decoder.decode(view({ scene }));
  assert.equal(decoder.decode(view({ changes: {} })).scene.pieces, first.scene.pieces);
  const other = decoder.decode(view({ scene: { areas: [], pieces: [piece("q")] } }));
  assert.equal(ids(other.scene.pieces), "q");
  assert.equal("changes" in other, false);
});

test("any list becomes any other by what is removed and put", () => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const letters = (most) => [...new Set(Array.from({ length: random(most) }, () => random(9)))];
    const [old, fresh] = [letters(8).map(String), letters(8).map(String)];
    const removed = old.filter((id) => !fresh.includes(id));
    const put = fresh.map((id, at) => [at, piece(id)]); // all of them: order may change
    const decoder = new ViewDecoder();
    decoder.decode(view({ scene: { areas: [], pieces: old.map((id) => piece(id)) } }));
    const after = decoder.decode(view({ changes: { pieces: { removed, put } } }));
    assert.equal(ids(after.scene.pieces), fresh.join(""));
  }
});
