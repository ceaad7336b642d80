/** Requests about people: every answer is either the data or a reason to show. */

import { language, t } from "../state/strings.js";

/**
 * @typedef {{ok: true, data: any} | {ok: false, error: string}} Outcome error: in the reader's
 *   language
 */

/**
 * @param {string} path
 * @returns {Promise<any>} null if there is none, or the server cannot be reached
 */
export async function read(path) {
  const mark = path.includes("?") ? "&" : "?";
  const answer = await fetch(`${path}${mark}lang=${language()}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * @param {"POST" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Outcome>}
 */
export async function send(method, path, body) {
  try {
    const answer = await fetch(`${path}?lang=${language()}`, {
      method,
      ...(body && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const data = await answer.json();
    return answer.ok ? { ok: true, data } : { ok: false, error: data.error };
  } catch {
    return { ok: false, error: t("lobby.unreachable") };
  }
}
