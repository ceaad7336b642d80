/**
 * The worker with the tables: loads Python, hands it what the page asks, keeps the games, and has
 * bots asked in a worker of their own. A change is kept before it is shown.
 *
 * A server's table begins it as well (`client/js/net/own_adviser.js`), for hints about what the
 * reader's seat sees there: `seen` is answered with `hint`, or with `fault`. After its end, `study`
 * opens its record, so that it can be analysed; `studied` has the text to keep, which is not one of
 * the games that can be resumed.
 */

import { fileAt, folderOf, isSingle, workerOf } from "./files.js";
import { Judges } from "./judges.js";
import { KeptGames } from "./kept_games.js";
import { LatestView } from "./latest_view.js";
import { beginHost, inflated, loadPython } from "./python.js";
import { TableLock } from "./table_lock.js";

/** @typedef {import("../../client/js/net/protocol.js").ServerMessage} ServerMessage */
/**
 * @typedef {{revision: number, seat: number, name: string, state: string, seed: string, action?:
 *   number}} BotQuestion
 */
/** @typedef {{state: string, seat: number, seed: string}} HintQuestion */
/**
 * @typedef {{messages: ServerMessage[], saved: string | null, entry:
 *   import("./kept_games.js").Entry | null, bot: BotQuestion | null, hint: HintQuestion | null,
 *   judge: import("./judges.js").Question | null}} Answer
 */
/** @typedef {{name: string, players: number, edition: string}} Setting */

/** The folder of the page. */
const FOLDER = isSingle() ? folderOf("") : new URL("../../../", location.href).href;
const ENGINE = `${FOLDER}engine/`;
const BOTS = `${FOLDER}static/js/page/bots.js`;
const games = new KeptGames(FOLDER);
const lock = new TableLock(FOLDER);
const latest = new LatestView(FOLDER);
/** Milliseconds without news after which what the table shows is kept. */
const QUIET = 2000;
/** @type {any} */
let host;
/** The open table. */
let open = { id: "", setting: /** @type {Setting | null} */ (null) };
/** Of what the open table shows. */
let view = { text: "", lang: "", version: "" };
/** Counts the questions to bots, so that late answers are known. */
let asked = 0;
/** Whether the table is a server's: there is no other then. */
let seen = false;
/** What was reported of games that cannot be kept. */
let reported = "";

/** @param {object} message */
const post = (message) => postMessage(message);

// What is fetched here is counted, Python's own files among it. The answer itself is passed on as
// it is: only then does the browser keep what it has compiled.
const network = self.fetch.bind(self);
let received = 0;
self.fetch = async (...given) => {
  const answer = await network(...given);
  if (answer.ok) void count(answer.clone());
  return answer;
};

/** @param {Response} answer */
async function count({ body }) {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    received += part.value.byteLength;
    post({ kind: "progress", received });
  }
}

const ready = start();

/** @param {string} file of the engine */
async function bytes(file) {
  return new Uint8Array(await (await fetch(ENGINE + file)).arrayBuffer());
}

async function start() {
  const [archive, memory] = await Promise.all([bytes("python.zip"), bytes("memory.bin")]);
  const python = await loadPython(
    ENGINE,
    (file) => import(fileAt(ENGINE + file)),
    archive,
    memory.length ? await inflated(memory, "gzip") : null,
  );
  host = beginHost(python);
  post({ kind: "ready" });
}

/** Requests are carried out one after the other. @type {Promise<unknown>} */
let queue = ready.catch((error) => post({ kind: "failed", reason: String(error) }));

/** @param {MessageEvent} event */
self.onmessage = ({ data }) => {
  queue = queue
    .then(() => carryOut(data))
    .catch((error) => {
      console.error(error);
      post({ kind: "fault", call: data.call });
    });
};

/** @param {any} data */
async function carryOut({ kind, ...data }) {
  if (!host) return;
  if (kind === "request") {
    const { call, path, body, lang } = data;
    const {
      status,
      data: answer,
      table,
      answer: made,
    } = JSON.parse(host.request(path, body, lang, Date.now()));
    if (table) await keep(table, made);
    post({ kind: "response", call, status, data: answer });
  } else if (kind === "record") {
    if (data.table !== open.id) await openTable(data.table, data.lang, false);
    post({ kind: "response", call: data.call, status: 200, data: host.record(data.table) });
  } else if (kind === "seen") {
    const { setting, question } = JSON.parse(host.begin_hint(data.text, data.lang));
    seen = true;
    askBot(question, { id: "", setting });
  } else if (kind === "study") {
    seen = true;
    const { table } = JSON.parse(data.text);
    open = { id: table, setting: JSON.parse(host.study(data.text, data.lang, Date.now())).setting };
  } else if (kind === "advised" && seen) {
    const message = JSON.parse(host.end_hint(data.number, JSON.stringify(data.advice)));
    if (message) post({ kind: "hint", message });
  } else if (kind === "open") await openTable(data.table, data.lang, true, data);
  else if (!open.id) return;
  else if (kind === "message") await show(JSON.parse(host.receive(open.id, data.text, Date.now())));
  else if (kind === "chosen" && data.asked === asked) {
    const { revision, seat } = data.question;
    await show(
      JSON.parse(host.play(open.id, revision, seat, data.action ?? undefined, Date.now())),
    );
  } else if (kind === "advised")
    await show(JSON.parse(host.advise(open.id, data.number, JSON.stringify(data.advice))));
  else if (kind === "judged" && data.table === open.id) {
    const answer = JSON.stringify(data.answer);
    await show(JSON.parse(host.judged(open.id, data.number, answer, Date.now())));
  } else if (kind === "quiet" && !seen) {
    const messages = JSON.parse(host.glimpse(open.id, Date.now()));
    if (messages) await latest.keep(view, messages);
  }
}

/**
 * @param {string} id
 * @param {string} lang
 * @param {boolean} shown
 * @param {{steal?: boolean, version?: string}} [how]
 */
async function openTable(id, lang, shown, { steal = false, version = "" } = {}) {
  if (shown && !(await lock.take(id, steal, () => letGo(id)))) return letGo("");
  const kept = await games.find(id);
  if (!kept) return post({ kind: "lost", why: "deleted" });
  const { source } = kept.entry;
  const deleted = source && !(await games.has(source)) ? source : undefined;
  const answer = JSON.parse(host.open(id, kept.text, lang, Date.now(), deleted));
  if (answer.error) return post({ kind: "lost", why: "outdated", error: answer.error });
  if (id !== open.id) judges.end();
  open = { id, setting: answer.setting };
  view = { text: kept.text, lang, version };
  if (shown) {
    post({ kind: "opened" });
    await show(answer.answer);
  }
}

/** Let a table go to another tab. @param {string} id */
function letGo(id) {
  if (id !== open.id) return;
  judges.end();
  open = { id: "", setting: null };
  post({ kind: "lost", why: "elsewhere" });
}

/**
 * @param {string} id
 * @param {Answer} answer
 * @returns {Promise<boolean>} whether the change may be shown: not if another tab has gone on
 */
async function keep(id, { saved, entry }) {
  if (saved === null || entry === null) return true;
  if (seen) {
    post({ kind: "studied", text: saved });
    return true;
  }
  if (id === open.id) view.text = saved;
  const how = await games.keep({ id, entry, text: saved });
  if (how === "elsewhere") letGo(id);
  else if (how !== "kept")
    post({ kind: "unkept", why: how, table: id, game: entry.game, known: how === reported });
  reported = how;
  return how !== "elsewhere";
}

/** Ends when there was no news for a while. @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;
const QUIETED = { data: { kind: "quiet" } };

/** @param {Answer} answer */
async function show(answer) {
  if (!(await keep(open.id, answer))) return;
  for (const message of answer.messages) post({ kind: "message", message });
  if (answer.bot) askBot(answer.bot);
  if (answer.hint) askBot(answer.hint);
  if (answer.judge) void askJudges(answer.judge);
  clearTimeout(quiet);
  quiet = setTimeout(() => self.onmessage?.(new MessageEvent("message", QUIETED)), QUIET);
}

/** @type {Worker | null} */
let bots = null;
/** The question that is being answered, to be asked once. */
let pending = "";

/** @param {BotQuestion | HintQuestion} question @param {typeof open} [table] */
function askBot(question, table = open) {
  const choice = "revision" in question;
  const about = choice ? `${table.id} ${question.revision}` : "";
  if (choice && about === pending) return;
  if (choice) {
    pending = about;
    asked += 1;
    if (question.action !== undefined && question.action !== null) {
      // In the queue's own time, so that what the page asks comes in between.
      const { action } = question;
      setTimeout(() => self.onmessage?.(botAnswer({ asked, question, action })), 0);
      return;
    }
  }
  if (!bots) {
    bots = workerOf(BOTS);
    bots.onmessage = ({ data }) => self.onmessage?.(new MessageEvent("message", { data }));
    bots.onerror = () => post({ kind: "fault" });
  }
  bots.postMessage({ kind: choice ? "choose" : "advise", asked, question, ...table });
}

const judges = new Judges(BOTS);

/** @param {import("./judges.js").Question} question */
async function askJudges(question) {
  const table = open.id;
  const answer = await judges.ask(question, open);
  const data = { kind: "judged", table, number: question.number, answer };
  self.onmessage?.(new MessageEvent("message", { data }));
}

/** @param {{asked: number, question: BotQuestion, action: number}} data */
const botAnswer = (data) => new MessageEvent("message", { data: { kind: "chosen", ...data } });
