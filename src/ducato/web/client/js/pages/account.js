/**
 * One's own page: name and account, ratings, the tables one sat at, and what one wants of this house.
 */

import { showAccount } from "./account_section.js";
import { showBots } from "./bot_accounts.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { showOwnData } from "./personal_data.js";
import { day, placeWords, ratingsTable } from "./profile_parts.js";
import { remember } from "../state/settings.js";
import { LANGUAGES, language, loadStrings, t } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").Profile} Profile */
/** @typedef {import("../net/protocol.js").OwnTable} OwnTable */
/** @typedef {import("../net/protocol.js").Wishes} Wishes */

/** What can be wished for by a tick. */
const TICKS = /** @type {const} */ (["rated", "shown", "public"]);
/** How often letters about turns can be wished for. */
const NOTICES = /** @type {const} */ (["none", "soon", "daily"]);

const tables = need("tables", HTMLElement);
const more = need("more", HTMLButtonElement);
const name = need("name", HTMLInputElement);
const said = need("said", HTMLElement);

/** Whether there is an address to write to. */
let reachable = false;
/** The last moment of the list, to read on from. */
let oldest = 0;

await loadStrings();
listenToControls(() => void load());
need("naming", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await post("/api/me", { name: name.value });
  if (!answer) return;
  name.value = answer.name;
  remember("name", answer.name);
  showOwnData(need("own-data", HTMLDetailsElement), answer.name, sayGoodbye);
  said.textContent = t("me.saved");
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
  need("nobody", HTMLElement).hidden = me.name !== null;
  need("known", HTMLElement).hidden = me.name === null;
  if (me.name === null) return;
  name.value = me.name;
  said.textContent = "";
  reachable = me.email !== null;
  showOwnData(need("own-data", HTMLDetailsElement), me.name, sayGoodbye);
  need("ratings", HTMLElement).replaceChildren(ratingsTable(me.ratings));
  tables.replaceChildren();
  addTables(me.tables);
  showWishes(me.wishes);
  await Promise.all([showAccount(), showBots(need("bots", HTMLDetailsElement))]);
}

/** @param {OwnTable[]} found the next ones, older than those that are shown */
function addTables(found) {
  tables.append(...found.map((table) => {
    const own = table.seats.filter((seat) => seat.own);
    const words = !table.finished ? t("me.goes_on") : placeWords(own.length === 1 ? own[0]?.place ?? null : null, table.seats.length);
    return html("li", {}, html("a", { href: `/table/${encodeURIComponent(table.id)}` },
      html("b", {}, table.title), html("span", {}, table.seats.map((seat) => seat.name).join(", ")), html("span", {}, words),
      table.rated && html("span", { class: "rated" }, t("me.is_rated")), html("small", {}, day(table.updated))));
  }));
  oldest = found.at(-1)?.updated ?? oldest;
  more.hidden = found.length === 0 || found.length % 50 !== 0;
  if (!tables.hasChildNodes()) tables.append(html("li", {}, t("me.no_tables")));
}

/** @param {Wishes} wishes */
function showWishes(wishes) {
  const here = need("wishes", HTMLElement);
  const focused = document.activeElement?.id;
  const ticks = TICKS.map((wish) => {
    const tick = html("input", { type: "checkbox", id: `wish-${wish}`, checked: wishes[wish] });
    tick.addEventListener("change", () => void choose({ [wish]: tick.checked }));
    return html("label", { class: "choice" }, tick, html("span", {}, html("b", {}, t(`me.${wish}`)), html("small", {}, t(`me.${wish}_about`))));
  });
  const letters = html("select", { id: "wish-language" }, ...Object.entries(LANGUAGES).map(([code, own]) =>
    html("option", { value: code, lang: code, selected: code === (wishes.language ?? language()) }, own)));
  letters.addEventListener("change", () => void choose({ language: letters.value }));
  const notices = html("select", { id: "wish-notices", disabled: !reachable }, ...NOTICES.map((often) =>
    html("option", { value: often, selected: often === wishes.notices }, t(`me.notices_${often}`))));
  notices.addEventListener("change", () => void choose({ notices: notices.value }));
  const about = t(reachable ? "me.notices_about" : "me.notices_no_mail");
  here.replaceChildren(html("legend", {}, t("me.wishes")), ...ticks,
    html("label", { class: "choice" }, html("span", {}, html("b", {}, t("me.notices")), html("small", {}, about)), notices),
    html("label", { class: "choice" }, html("span", {}, html("b", {}, t("me.letters"))), letters));
  if (wishes.url) here.append(html("p", {}, html("a", { href: wishes.url }, t("me.page"))));
  if (focused?.startsWith("wish-")) document.getElementById(focused)?.focus();
}

/** @param {string} words what is left to be said when nobody is known any more */
function sayGoodbye(words) {
  const nobody = need("nobody", HTMLElement);
  nobody.textContent = words;
  nobody.hidden = false;
  need("known", HTMLElement).hidden = true;
  nobody.tabIndex = -1;
  nobody.focus();
}

/** @param {object} wish */
async function choose(wish) {
  const wishes = await post("/api/me/wishes", wish);
  if (!wishes) return;
  showWishes(wishes);
  said.textContent = t("me.saved");
}

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  said.textContent = "";
  try {
    const answer = await fetch(`${path}?lang=${language()}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const told = await answer.json();
    if (answer.ok) return told;
    said.textContent = told.error ?? t("lobby.unreachable");
  } catch {
    said.textContent = t("lobby.unreachable");
  }
  return null;
}
