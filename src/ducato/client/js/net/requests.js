/** Requests to the server in the reader's language: every answer is data or a reason to show. */

import { host } from "../state/host.js";
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

/**
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Outcome>}
 */
export async function send(method, path, body) {
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
    return { ok: false, error: t("lobby.unreachable"), field: null, choices: [], status: 0 };
  }
}

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
