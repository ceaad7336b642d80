/** The parts of the account page about blocked people, about the sessions, and about a ban. */

import { language, t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { day } from "../ui/format.js";

/** @typedef {{id: string, name: string}} BlockedPerson */
/**
 * @typedef {{id: string, browser: string, system: string, used: number, current: boolean}} Session
 */

/** Names that are the same in every language; the others are texts. */
const NAMES = /** @type {Record<string, string>} */ ({
  firefox: "Firefox",
  chrome: "Chrome",
  safari: "Safari",
  edge: "Edge",
  opera: "Opera",
  samsung: "Samsung Internet",
  android: "Android",
  ios: "iOS",
  windows: "Windows",
  macos: "macOS",
  chromeos: "ChromeOS",
  linux: "Linux",
});

/**
 * Say that the reader is banned, if they are.
 * @param {HTMLElement} container
 */
export async function showBan(container) {
  const answer = await fetch(`/api/me/ban?lang=${language()}`);
  const { message } = answer.ok ? await answer.json() : { message: null };
  container.hidden = message === null;
  container.textContent = message ?? "";
}

/**
 * List the people whom the reader has blocked.
 * @param {HTMLDetailsElement} container
 */
export async function showBlocks(container) {
  const answer = await fetch(`/api/me/blocks?lang=${language()}`);
  /** @type {BlockedPerson[]} */
  const blocked = answer.ok ? await answer.json() : [];
  const words = html("p", { role: "status" });
  const list = html(
    "ul",
    {},
    ...blocked.map(({ id, name }) => {
      const button = html(
        "button",
        { type: "button", "aria-label": t("blocks.end_of", { name }) },
        t("blocks.end"),
      );
      button.addEventListener("click", async () => {
        const done = await remove(`/api/me/blocks/${encodeURIComponent(id)}`, words);
        if (done) await again(container, () => showBlocks(container));
      });
      return html("li", {}, html("b", {}, name), button);
    }),
  );
  container.replaceChildren(
    html("summary", {}, t("blocks.title")),
    html("p", {}, t("blocks.about")),
    blocked.length > 0 ? list : html("p", {}, t("blocks.none")),
    words,
  );
}

/**
 * List the sessions of the reader.
 * @param {HTMLDetailsElement} container
 * @param {() => void} reload after the session of this page has ended
 */
export async function showSessions(container, reload) {
  const answer = await fetch(`/api/me/sessions?lang=${language()}`);
  /** @type {Session[]} */
  const sessions = answer.ok ? await answer.json() : [];
  const words = html("p", { role: "status" });
  const list = html(
    "ul",
    {},
    ...sessions.map((session) => {
      const device = deviceText(session);
      const button = html(
        "button",
        { type: "button", "aria-label": t("sessions.end_of", { device }) },
        t("sessions.end"),
      );
      button.addEventListener("click", async () => {
        if (!(await remove(`/api/me/sessions/${encodeURIComponent(session.id)}`, words))) return;
        if (session.current) reload();
        else await again(container, () => showSessions(container, reload));
      });
      const used = session.current
        ? t("sessions.current")
        : t("sessions.used", { day: day(session.used * 1000) });
      return html("li", {}, html("b", {}, device), html("span", {}, used), button);
    }),
  );
  container.replaceChildren(
    html("summary", {}, t("sessions.title")),
    html("p", {}, t("sessions.about")),
    list,
    words,
  );
}

/** @param {Session} session */
function deviceText({ browser, system }) {
  const [of, on] = [NAMES[browser], NAMES[system]];
  if (of && on) return t("sessions.device", { browser: of, system: on });
  return of ?? on ?? t("sessions.unknown");
}

/**
 * @param {HTMLElement} container which keeps the focus
 * @param {() => Promise<void>} show
 */
async function again(container, show) {
  await show();
  container.querySelector("summary")?.focus();
}

/**
 * @param {string} path
 * @param {HTMLElement} words where to say what is wrong
 */
async function remove(path, words) {
  words.textContent = "";
  const answer = await fetch(`${path}?lang=${language()}`, { method: "DELETE" }).catch(() => null);
  if (answer?.ok) return true;
  words.textContent = answer ? (await answer.json()).error : t("lobby.unreachable");
  return false;
}
