/**
 * The bot accounts of a person: programs that join tables with a token, which is shown once, when
 * it is created.
 */

import { send } from "../net/requests.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").BotAccount} BotAccount */

/**
 * Fill the collapsed list of the bots of this browser's user.
 * @param {HTMLDetailsElement} container
 */
export async function showBotAccounts(container) {
  const answer = await fetch("/api/bot-accounts");
  /** @type {BotAccount[]} */
  const bots = answer.ok ? await answer.json() : [];
  const words = html("p", { role: "status" });
  const list = html("ul", {}, ...bots.map((bot) => line(bot, words, container)));
  const name = html("input", {
    required: true,
    maxlength: 34,
    "aria-label": t("bot_accounts.name"),
    placeholder: t("bot_accounts.name"),
  });
  const form = html("form", {}, name, html("button", {}, t("bot_accounts.add")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask("POST", "", words, container, { name: name.value });
  });
  container.replaceChildren(
    html("summary", {}, t("bot_accounts.title")),
    html("p", {}, t("bot_accounts.about", { address: `${location.origin}/api/openapi.json` })),
    list,
    form,
    words,
  );
}

/**
 * @param {BotAccount} bot
 * @param {HTMLElement} words
 * @param {HTMLDetailsElement} container
 */
function line({ id, name }, words, container) {
  const address = `/${encodeURIComponent(id)}`;
  const renew = html(
    "button",
    { type: "button", "aria-label": t("bot_accounts.renew", { name }) },
    t("bot_accounts.renew_short"),
  );
  renew.addEventListener("click", () => void ask("POST", `${address}/token`, words, container));
  const revoke = html(
    "button",
    { type: "button", "aria-label": t("bot_accounts.revoke", { name }) },
    t("bot_accounts.revoke_short"),
  );
  revoke.addEventListener("click", () => void ask("DELETE", address, words, container));
  return html("li", {}, html("b", {}, name), renew, revoke);
}

/**
 * Make a change and report the outcome.
 * @param {"POST" | "DELETE"} method
 * @param {string} address after that of the bots
 * @param {HTMLElement} words
 * @param {HTMLDetailsElement} container
 * @param {{name: string}} [body]
 */
async function ask(method, address, words, container, body) {
  const answer = await send(method, `/api/bot-accounts${address}`, body);
  if (!answer.ok) {
    words.textContent = answer.error;
    return;
  }
  /** @type {BotAccount | import("ducato/api").BotToken} */
  const reply = answer.data;
  await showBotAccounts(container);
  if ("token" in reply)
    container.lastElementChild?.replaceChildren(
      t("bot_accounts.token", { name: reply.name }),
      html("output", {}, reply.token),
    );
}
