/**
 * The analysis of one's own game at a server, made on this device. It is kept in this browser, with
 * what was found of its decisions, so that a later visit sees it at once, without Python.
 */

import { now } from "../net/server_time.js";
import { BrowserStore } from "../state/browser_store.js";
import { setAnalysis, setDecision } from "../state/game_analysis.js";
import { ANALYSES } from "../state/settings.js";
import { language } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").DecisionDetails} DecisionDetails */
/** @typedef {import("../net/protocol.js").FoundAnalysis} FoundAnalysis */
/** @typedef {{analysis: FoundAnalysis, details: Record<number, DecisionDetails>}} Shown */
/**
 * own: the reader's seats; text: the game with its analysis, as the worker takes it; shown: by
 * language, in this version of the page.
 * @typedef {{table: string, own: number[], text: string, made: number, version: string, shown:
 *   Record<string, Shown>}} Kept
 */
/**
 * @typedef {object} OwnGame
 * @property {string} table its id
 * @property {number[]} own
 * @property {string} game its name
 * @property {import("../net/own_adviser.js").OwnAdviser} adviser
 * @property {() => void} askServer asks for the server's analysis instead
 */

/** Number of games whose analyses are kept, some 100 kB each; the latest ones. */
const MOST = 100;
const STORE = "analyses";
const store = new BrowserStore(ANALYSES, STORE, (database) =>
  database.createObjectStore(STORE, { keyPath: "table" }).createIndex("made", "made"),
);

/**
 * @param {string} table
 * @param {number[]} own
 * @returns {Promise<Kept>} with no text if nothing is kept of this reader's game, or can be
 */
async function find(table, own) {
  const { version = "" } = document.body.dataset;
  /** @type {Kept | null} */
  const kept = await store.within("readonly", (all) => all.get(table)).catch(() => null);
  const text = kept && String(kept.own) === String(own) ? kept.text : "";
  const shown = text && kept?.version === version ? kept.shown : {};
  return { table, own, text, made: now(), version, shown };
}

/** @param {Kept} kept */
async function keep(kept) {
  try {
    await store.within("readwrite", (all) => all.put(kept));
    const tables = await store.within("readonly", (all) => all.index("made").getAllKeys());
    for (const old of tables.slice(0, -MOST))
      await store.within("readwrite", (all) => all.delete(old));
  } catch {} // then the next visit analyses the game anew
}

/**
 * Show the analysis: as it was kept, or made now. Of the game itself nothing is analysed twice, in
 * whatever language it is told.
 * @param {OwnGame} game
 */
export async function analyseHere({ table, own, game, adviser, askServer }) {
  const lang = language();
  const kept = await find(table, own);
  /** @type {Promise<void> | undefined} */
  let begun;

  function begin() {
    begun ??= askDevice();
    return begun;
  }

  async function askDevice() {
    adviser.begin(game);
    const answer = await fetch(`/table/${encodeURIComponent(table)}/record`).catch(() => null);
    const record = answer?.ok ? await answer.text() : null;
    if (record === null) return askServer();
    const { text } = kept;
    adviser.analyse({ table, record, own, kept: text || null }, lang, hear, (made) => {
      kept.text = made;
    });
  }

  /** @param {import("../net/protocol.js").ServerMessage | null} message null if it failed */
  function hear(message) {
    if (message?.type === "decision") {
      const shown = kept.shown[lang];
      if (shown) shown.details[message.seq] = message;
      void keep(kept);
      setDecision(message);
    } else if (message?.type === "analysis" && message.state !== "failed") {
      if (message.state === "done" && !kept.shown[lang]) {
        kept.shown[lang] = { analysis: message, details: {} };
        void keep(kept);
      }
      setAnalysis(message, ask);
    } else if (message?.type !== "chart") askServer();
  }

  /** @param {number} seq */
  async function ask(seq) {
    const known = kept.shown[lang]?.details[seq];
    if (known) return queueMicrotask(() => setDecision(known)); // who asks draws itself first
    await begin();
    adviser.ask({ type: "decision", seq });
  }

  const shown = kept.shown[lang];
  if (shown) setAnalysis(shown.analysis, ask);
  else await begin();
}
