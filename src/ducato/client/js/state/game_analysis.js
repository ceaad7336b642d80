/**
 * The analysis of the finished game: how far it is, and what it says once it is there; the lines of
 * its chart, and what was said of its decisions. The result and the analysis room show it.
 */

import { shared } from "./shared.js";
import { language } from "./strings.js";

/** @typedef {import("../net/protocol.js").Chart} Chart */
/** @typedef {import("../net/protocol.js").DecisionDetails} DecisionDetails */
/** @typedef {import("../net/protocol.js").GameAnalysis} GameAnalysis */
/** @typedef {import("../net/protocol.js").FoundAnalysis} FoundAnalysis */
/** @typedef {import("../net/protocol.js").JudgedDecision} JudgedDecision */

/**
 * asked: the language in which the server was asked, null before.
 * @typedef {{newest: GameAnalysis | null, chart: Chart | null, details: Map<number,
 *   DecisionDetails>, asked: string | null, ask: Ask | null, listeners: Set<() => void>}} Said
 */
/** @typedef {(seq: number) => void} Ask */

/** @type {Said} */
const known = shared("game_analysis", () => ({
  newest: null,
  chart: null,
  details: new Map(),
  asked: null,
  ask: null,
  listeners: new Set(),
}));

/** @returns {GameAnalysis | null} what the server said last; null before it was asked */
export const analysis = () => known.newest;

/** @returns {FoundAnalysis | null} the analysis once it is there */
export const found = () => (known.newest?.state === "done" ? known.newest : null);

/** @returns {Chart | null} the lines of the chart, once they are there */
export const chart = () => known.chart;

/**
 * @param {number} seq
 * @returns {DecisionDetails | undefined} what the server said of a decision
 */
export const detailsOf = (seq) => known.details.get(seq);

function notify() {
  for (const listener of known.listeners) listener();
}

/**
 * @param {GameAnalysis} message
 * @param {Ask | null} [ask] asks about its decisions, if it is not the server's
 */
export function setAnalysis(message, ask = null) {
  known.newest = message;
  known.ask = ask;
  notify();
}

/** @returns {Ask | null} what asks about its decisions; null if the server is to be asked */
export const ownAsk = () => known.ask;

/** @param {Chart} message */
export function setChart(message) {
  known.chart = message;
  notify();
}

/** @param {DecisionDetails} message */
export function setDecision(message) {
  known.details.set(message.seq, message);
  notify();
}

/**
 * @param {() => void} listener called whenever there is more to know
 * @returns {() => void} stops the calls
 */
export function onAnalysis(listener) {
  known.listeners.add(listener);
  return () => known.listeners.delete(listener);
}

/**
 * @param {Pick<import("../net/protocol.js").Table, "branch_of">} table
 * @returns {boolean} whether its game is of interest: not where positions are set up
 */
export const isAnalysed = ({ branch_of: of }) => of !== "position";

/** Note that the server is asked for the chart and the analysis, in the current language. */
export function noteAsked() {
  known.asked = language();
  known.chart = null;
  known.details.clear();
}

/**
 * Ask for the chart and the analysis, unless that was done in this language.
 * @param {() => void} ask
 */
export function wantAnalysis(ask) {
  if (known.asked !== language()) ask();
}

/**
 * Ask again after the connection was lost, if the answer is not complete.
 * @param {() => void} ask
 */
export function resumeAnalysis(ask) {
  if (known.asked !== null && (known.newest === null || isAwaited(known.newest))) ask();
}

/** @param {GameAnalysis} message @returns {boolean} whether more follows */
export const isAwaited = ({ state }) => state === "waiting" || state === "running";

/**
 * @param {number} seq
 * @returns {JudgedDecision | null} the decision that was made after so many steps, if it was judged
 */
export const decisionAt = (seq) => found()?.decisions.find((one) => one.seq === seq) ?? null;
