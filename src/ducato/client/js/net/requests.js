/** Requests to the server in the reader's language: every answer is data or a reason to show. */

import { host, leavingEnds } from "../state/host.js";
import { language, t } from "../state/strings.js";
import { noteTime } from "./server_time.js";

/**
 * error: in the reader's language; field: of the request, if the server names one, and what it
 * could be; status: 0 if the server cannot be reached.
 * @typedef {{ok: true, data: any} | {ok: false, error: string, field: string | null, choices:
 *   string[], status: number}} Outcome
 */

/**
 * @param {string} path
 * @returns {Promise<any>} null if there is none, or the server cannot be reached
 */
export async function read(path) {
  const answer = await host.request(inLanguage(path)).catch(() => null);
  if (answer) noteTime(answer);
  return answer?.ok ? answer.json() : null;
}

/** What has been asked for and has not come to its end. @type {Map<string, Promise<Outcome>>} */
const asked = new Map();

/**
 * Ask for a change. Who clicks twice gets the answer to the first request, also while the page to
 * which it leads is awaited.
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Outcome>}
 */
export async function send(method, path, body) {
  const what = JSON.stringify([method, path, body]);
  const before = asked.get(what);
  if (before) return before;
  const outcome = request(method, path, body);
  asked.set(what, outcome);
  await outcome;
  // The page is left, if at all, by who has asked.
  setTimeout(() => void leavingEnds().then(() => asked.delete(what)));
  return outcome;
}

/**
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Outcome>}
 */
async function request(method, path, body) {
  if (!host.remembers()) return failed(t("lobby.cookies"));
  try {
    const answer = await host.request(inLanguage(path), {
      method,
      ...(body && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    noteTime(answer);
    const data = await answer.json();
    if (answer.ok) return { ok: true, data };
    return {
      ok: false,
      error: data.error ?? t("lobby.unreachable"),
      field: data.field ?? null,
      choices: data.choices ?? [],
      status: answer.status,
    };
  } catch {
    return failed(t("lobby.unreachable"));
  }
}

/** @param {string} error @returns {Outcome} */
const failed = (error) => ({ ok: false, error, field: null, choices: [], status: 0 });

/** @param {string} path */
const inLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;

/** Milliseconds between two looks at what changes by itself. */
const LOOK_EVERY = 20_000;

/**
 * Look again and again at what changes by itself, and at once when the reader comes back to the
 * page or to the network; not while the page is hidden or has no network.
 * @param {() => unknown} look
 * @param {{every?: number, hidden?: boolean}} [how] hidden: whether a hidden page looks as well
 */
export function keepLooking(look, { every = LOOK_EVERY, hidden = false } = {}) {
  const again = () => {
    if (navigator.onLine && (hidden || !document.hidden)) look();
  };
  setInterval(again, every);
  document.addEventListener("visibilitychange", again);
  window.addEventListener("online", again);
}
