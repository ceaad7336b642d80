/**
 * The analysis of the finished game: how far it is, and what it says once it is there. The result
 * and the replay show it.
 */

import { language } from "./strings.js";

/** @typedef {import("../net/protocol.js").GameAnalysis} GameAnalysis */
/** @typedef {import("../net/protocol.js").FoundAnalysis} FoundAnalysis */
/** @typedef {import("../net/protocol.js").JudgedDecision} JudgedDecision */

/** @type {GameAnalysis | null} */
let newest = null;
/** The language in which it was asked for; null before. @type {string | null} */
let asked = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {GameAnalysis | null} what the server said last; null before it was asked */
export const analysis = () => newest;

/** @returns {FoundAnalysis | null} the analysis once it is there */
export const found = () => (newest?.state === "done" ? newest : null);

/** @param {GameAnalysis} message */
export function setAnalysis(message) {
  newest = message;
  for (const listener of listeners) listener();
}

/**
 * @param {() => void} listener called whenever there is more to know
 * @returns {() => void} stops the calls
 */
export function onAnalysis(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Note that the server is asked for the chart and the analysis, in the current language. */
export function noteAsked() {
  asked = language();
}

/**
 * Ask for the chart and the analysis, unless that was done in this language.
 * @param {() => void} ask
 */
export function wantAnalysis(ask) {
  if (asked !== language()) ask();
}

/**
 * Ask again after the connection was lost, if the answer is not complete.
 * @param {() => void} ask
 */
export function resumeAnalysis(ask) {
  if (asked !== null && (newest === null || isAwaited(newest))) ask();
}

/** @param {GameAnalysis} message @returns {boolean} whether more follows */
export const isAwaited = ({ state }) => state === "waiting" || state === "running";

/**
 * @param {number} seq
 * @returns {JudgedDecision | null} the decision that was made after so many steps, if it was judged
 */
export const decisionAt = (seq) => found()?.decisions.find((one) => one.seq === seq) ?? null;
