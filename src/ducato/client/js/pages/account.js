/**
 * The account page: name and e-mail address, ratings, tables, and preferences.
 */

import { codeForm, emailForm, showAccount } from "../account/account_section.js";
import { showBan, showBlocks, showSessions } from "../account/blocks.js";
import { showBotAccounts } from "../account/bot_accounts.js";
import { showPersonalData } from "../account/personal_data.js";
import { rankText, ratingsTable } from "../account/profile_parts.js";
import { read, send } from "../net/requests.js";
import { listenToNotifications } from "../senses/notifications.js";
import { forgetPerson, remember } from "../state/settings.js";
import { isolate, language, languages, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { day } from "../ui/format.js";
import { notePerson } from "../ui/person_changed.js";

/** @typedef {Required<import("ducato/api").Profile>} Profile */
/** @typedef {import("ducato/api").OwnTable} OwnTable */
/** @typedef {import("ducato/api").Preferences} Preferences */

/** The preferences that are switched on or off. */
const TICKS = /** @type {const} */ (["rated", "shown", "public", "visible_online"]);
/** How often turn reminders may be sent. */
const REMINDERS = /** @type {const} */ (["none", "soon", "daily"]);

const tables = need("tables", HTMLElement);
const more = need("more", HTMLButtonElement);
const name = need("name", HTMLInputElement);
const feedback = need("feedback", HTMLElement);

/** Whether there is an address to write to. */
let reachable = false;
/** The last moment of the list, to read on from. */
let oldest = 0;

await loadStrings();
listenToControls(() => void load());
need("name-form", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await post("/api/me", { name: name.value });
  if (!answer) return;
  name.value = answer.name;
  remember("name", answer.name);
  showPersonalData(need("personal-data", HTMLDetailsElement), answer.name, showDeleted);
  feedback.textContent = t("account.saved");
  await showAccount();
});
more.addEventListener("click", async () => {
  const answer = await fetch(`/api/me/tables?before=${oldest}&lang=${language()}`);
  if (answer.ok) addTables(await answer.json());
});
await load();

async function load() {
  const answer = await fetch(`/api/me/profile?lang=${language()}`);
  /** @type {Profile | {name: null}} */
  const me = answer.ok ? await answer.json() : { name: null };
  for (const id of ["signed-out", "log-in"]) need(id, HTMLElement).hidden = me.name !== null;
  need("signed-in", HTMLElement).hidden = me.name === null;
  if (me.name === null) {
    const words = need("signed-out", HTMLElement);
    const nobody = await read("/api/me");
    if (nobody) notePerson(nobody);
    const form = nobody?.awaits_code ? codeForm : emailForm;
    need("log-in", HTMLElement).replaceChildren(form(words, t("account.send_link")));
    if (answer.ok) forgetPerson();
    return;
  }
  name.value = me.has_name ? me.name : "";
  feedback.textContent = "";
  reachable = me.email !== null;
  const confirmation = me.has_name ? me.name : (me.email ?? me.name);
  showPersonalData(need("personal-data", HTMLDetailsElement), confirmation, showDeleted);
  need("ratings", HTMLElement).replaceChildren(ratingsTable(me.ratings));
  tables.replaceChildren();
  addTables(me.tables);
  showPreferences(me.preferences);
  await Promise.all([
    showAccount(),
    showBan(need("ban", HTMLElement)),
    showBotAccounts(need("bot-accounts", HTMLDetailsElement)),
    showBlocks(need("blocks", HTMLDetailsElement)),
    showSessions(need("sessions", HTMLDetailsElement), () => void load()),
  ]);
}

/** @param {OwnTable[]} found the next ones, older than those that are shown */
function addTables(found) {
  tables.append(
    ...found.map((table) => {
      const own = table.seats.filter((seat) => seat.own);
      const words = !table.finished
        ? t("account.goes_on")
        : rankText(own.length === 1 ? (own[0]?.rank ?? null) : null, table.seats.length);
      return html(
        "li",
        {},
        html(
          "a",
          { href: `/table/${encodeURIComponent(table.id)}` },
          html("b", {}, table.title),
          html("span", {}, table.seats.map((seat) => isolate(seat.name)).join(", ")),
          html("span", {}, words),
          table.rated && html("span", { class: "rated" }, t("account.is_rated")),
          html("small", {}, day(table.updated)),
        ),
      );
    }),
  );
  oldest = found.at(-1)?.updated ?? oldest;
  more.hidden = found.length === 0 || found.length % 50 !== 0;
  if (!tables.hasChildNodes()) tables.append(html("li", {}, t("account.no_tables")));
}

/** @param {Preferences} preferences */
function showPreferences(preferences) {
  const here = need("preferences", HTMLElement);
  const focused = document.activeElement?.id;
  const ticks = TICKS.map((preference) => {
    const tick = html("input", {
      type: "checkbox",
      id: `preference-${preference}`,
      checked: preferences[preference],
    });
    tick.addEventListener("change", () => void choose({ [preference]: tick.checked }));
    return html(
      "label",
      { class: "choice" },
      tick,
      html(
        "span",
        {},
        html("b", {}, t(`account.${preference}`)),
        html("small", {}, t(`account.${preference}_about`)),
      ),
    );
  });
  const letters = html(
    "select",
    { id: "preference-language" },
    ...Object.entries(languages()).map(([code, own]) =>
      html(
        "option",
        { value: code, lang: code, selected: code === (preferences.language ?? language()) },
        own,
      ),
    ),
  );
  letters.addEventListener("change", () => void choose({ language: letters.value }));
  const reminders = html(
    "select",
    { id: "preference-turn-reminders", disabled: !reachable },
    ...REMINDERS.map((often) =>
      html(
        "option",
        { value: often, selected: often === preferences.turn_reminders },
        t(`account.turn_reminders_${often}`),
      ),
    ),
  );
  reminders.addEventListener("change", () => void choose({ turn_reminders: reminders.value }));
  const about = t(reachable ? "account.turn_reminders_about" : "account.turn_reminders_no_email");
  here.replaceChildren(
    html("legend", {}, t("account.preferences")),
    ...ticks,
    html(
      "div",
      { class: "choice notify" },
      html(
        "button",
        { type: "button", id: "notifications", class: "toggle", hidden: true },
        t("settings.notifications"),
      ),
      html("small", {}, t("account.notifications_about")),
    ),
    html(
      "label",
      { class: "choice" },
      html("span", {}, html("b", {}, t("account.turn_reminders")), html("small", {}, about)),
      reminders,
    ),
    html(
      "label",
      { class: "choice" },
      html("span", {}, html("b", {}, t("account.email_language"))),
      letters,
    ),
  );
  listenToNotifications();
  if (preferences.url)
    here.append(html("p", {}, html("a", { href: preferences.url }, t("account.public_page"))));
  if (focused?.startsWith("preference-")) document.getElementById(focused)?.focus();
}

/** @param {string} words what to say after the account has been deleted */
function showDeleted(words) {
  const nobody = need("signed-out", HTMLElement);
  nobody.textContent = words;
  nobody.hidden = false;
  need("signed-in", HTMLElement).hidden = true;
  nobody.tabIndex = -1;
  nobody.focus();
}

/** @param {object} changes */
async function choose(changes) {
  const preferences = await post("/api/me/preferences", changes);
  if (!preferences) return;
  showPreferences(preferences);
  feedback.textContent = t("account.saved");
}

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  feedback.textContent = "";
  const answer = await send("POST", path, body);
  if (answer.ok) return answer.data;
  feedback.textContent = answer.error;
  return null;
}
