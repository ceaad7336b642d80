import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { OwnAdviser } from "../../src/ducato/client/js/net/own_adviser.js";
import { body } from "./browser.js";

/** @type {FakeWorker[]} */
let workers = [];

class FakeWorker {
  posted = [];
  ended = false;

  constructor(script, options) {
    Object.assign(this, { script, options });
    workers.push(this);
  }

  postMessage(message) {
    this.posted.push(message);
  }

  terminate() {
    this.ended = true;
  }

  says(data) {
    this.onmessage({ data });
  }
}

const SEEN = { type: "state", id: "s", seq: 4, seat: 0, header: {}, layout: "", state: "" };

/** @returns {{adviser: OwnAdviser, worker: FakeWorker}} */
function begun() {
  const adviser = new OwnAdviser();
  adviser.begin("harbour");
  const [worker] = workers;
  worker.says({ kind: "ready" });
  return { adviser, worker };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  workers = [];
  globalThis.Worker = FakeWorker;
  body.dataset.here = '["harbour"]';
  delete navigator.connection;
});

test("nothing is begun without the page, the game or the means, or to save data", () => {
  new OwnAdviser().begin("chess");
  delete body.dataset.here;
  new OwnAdviser().begin("harbour");
  body.dataset.here = '["harbour"]';
  navigator.connection = { saveData: true };
  new OwnAdviser().begin("harbour");
  delete navigator.connection;
  delete globalThis.Worker;
  new OwnAdviser().begin("harbour");
  assert.deepEqual(workers, []);
});

test("it is begun once, and answers once it is ready", async () => {
  const adviser = new OwnAdviser();
  adviser.begin("harbour");
  adviser.begin("harbour");
  const [worker] = workers;
  assert.equal(workers.length, 1);
  worker.says({ kind: "progress", received: 1 });
  assert.equal(adviser.ready, false);
  assert.equal(await adviser.advise(SEEN, "it"), null);
  worker.says({ kind: "ready" });
  assert.equal(adviser.ready, true);
  const hint = adviser.advise(SEEN, "it");
  assert.deepEqual(worker.posted, [{ kind: "seen", text: JSON.stringify(SEEN), lang: "it" }]);
  worker.says({ kind: "hint", message: { type: "hint", id: "s" } });
  assert.deepEqual(await hint, { type: "hint", id: "s" });
});

test("a later question takes the place of an earlier one", async () => {
  const { adviser, worker } = begun();
  const first = adviser.advise(SEEN, "en");
  const second = adviser.advise({ ...SEEN, id: "t" }, "en");
  assert.equal(await first, null);
  worker.says({ kind: "hint", message: { id: "t" } });
  assert.deepEqual(await second, { id: "t" });
});

for (const [how, fail] of Object.entries({
  "a fault": (worker) => worker.says({ kind: "fault" }),
  "a failed start": (worker) => worker.says({ kind: "failed" }),
  "an error": (worker) => worker.onerror(),
  silence: () => mock.timers.tick(60_000),
}))
  test(`after ${how} it ends and is not asked again`, async () => {
    const { adviser, worker } = begun();
    const hint = adviser.advise(SEEN, "en");
    fail(worker);
    assert.equal(await hint, null);
    assert.equal(adviser.ready, false);
    assert.equal(worker.ended, true);
    adviser.begin("harbour");
    assert.equal(await adviser.advise(SEEN, "en"), null);
    assert.equal(workers.length, 1);
    assert.equal(worker.posted.length, 1);
  });

test("an answer in time leaves no clock behind", async () => {
  const { adviser, worker } = begun();
  const hint = adviser.advise(SEEN, "en");
  worker.says({ kind: "hint", message: { id: "s" } });
  await hint;
  mock.timers.tick(60_000);
  assert.equal(adviser.ready, true);
});

const GAME = { table: "t", record: "{}", own: [0], kept: null };
const RUNNING = { type: "analysis", state: "running", done: 1, total: 9 };

test("an analysis is told as a server would, and more of its decisions", () => {
  const { adviser, worker } = begun();
  const heard = [];
  adviser.analyse(GAME, "it", (message) => heard.push(message));
  adviser.ask({ type: "decision", seq: 3 });
  const [study, ...asked] = worker.posted;
  assert.deepEqual(study, { kind: "study", text: JSON.stringify(GAME), lang: "it" });
  assert.deepEqual(
    asked.map(({ kind, text }) => [kind, JSON.parse(text).type]),
    [
      ["message", "chart"],
      ["message", "decision"],
    ],
  );
  const done = { type: "analysis", state: "done" };
  for (const message of [RUNNING, done]) worker.says({ kind: "message", message });
  mock.timers.tick(600_000);
  assert.deepEqual(heard, [RUNNING, done]);
  assert.equal(adviser.can("harbour"), true);
});

test("an analysis that does not begin, or goes on no more, has failed", () => {
  for (const messages of [[], [RUNNING]]) {
    workers = [];
    const { adviser, worker } = begun();
    const heard = [];
    adviser.analyse(GAME, "it", (message) => heard.push(message));
    for (const message of messages) worker.says({ kind: "message", message });
    mock.timers.tick(messages.length ? 60_000 : 10_000);
    assert.deepEqual(heard, [...messages, null]);
    assert.equal(adviser.can("harbour"), false);
    assert.equal(worker.ended, true);
  }
});
