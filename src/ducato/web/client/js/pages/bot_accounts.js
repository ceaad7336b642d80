/**
 * One's bots: programs that sit at tables with a token, which is shown once, when it is made.
 */

import { html } from "../ui/dom.js";
import { language, t } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").Bot} Bot */

/**
 * Fills the folded list of the bots of who is known in this browser.
 * @param {HTMLDetailsElement} place
 */
export async function showBots(place) {
  const answer = await fetch("/api/bot-accounts");
  /** @type {Bot[]} */
  const bots = answer.ok ? await answer.json() : [];
  const words = html("p", { role: "status" });
  const list = html("ul", {}, ...bots.map((bot) => line(bot, words, place)));
  const name = html("input", { required: true, maxlength: 34, "aria-label": t("bots.name"), placeholder: t("bots.name") });
  const form = html("form", {}, name, html("button", {}, t("bots.add")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask("POST", "", words, place, { name: name.value });
  });
  place.replaceChildren(html("summary", {}, t("bots.title")),
    html("p", {}, t("bots.about", { address: `${location.origin}/api/openapi.json` })), list, form, words);
}

/**
 * @param {Bot} bot
 * @param {HTMLElement} words
 * @param {HTMLDetailsElement} place
 */
function line({ id, name }, words, place) {
  const address = `/${encodeURIComponent(id)}`;
  const renew = html("button", { type: "button", "aria-label": t("bots.renew", { name }) }, t("bots.renew_short"));
  renew.addEventListener("click", () => void ask("POST", `${address}/token`, words, place));
  const revoke = html("button", { type: "button", "aria-label": t("bots.revoke", { name }) }, t("bots.revoke_short"));
  revoke.addEventListener("click", () => void ask("DELETE", address, words, place));
  return html("li", {}, html("b", {}, name), renew, revoke);
}

/**
 * Changes something, and says what came of it.
 * @param {"POST" | "DELETE"} method
 * @param {string} address after that of the bots
 * @param {HTMLElement} words
 * @param {HTMLDetailsElement} place
 * @param {{name: string}} [body]
 */
async function ask(method, address, words, place, body) {
  const answer = await fetch(`/api/bot-accounts${address}?lang=${language()}`, {
    method, headers: { "Content-Type": "application/json" }, body: body ? JSON.stringify(body) : null,
  });
  /** @type {Bot & {error?: string}} */
  const said = await answer.json();
  if (!answer.ok) {
    words.textContent = said.error ?? "";
    return;
  }
  await showBots(place);
  if (said.token) place.lastElementChild?.replaceChildren(t("bots.token", { name: said.name }), html("output", {}, said.token));
}
