/** The people of the server: search, bans, new names. */

import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { dateAndTime, day, personName } from "../ui/format.js";
import { reportEntry } from "./reports.js";
import { button, list, request, say, values } from "./requests.js";

const REASONS = ["name", "chat", "abandoning", "cheating", "conduct"];
/** The lengths of bans in days; 0 is for good. */
const LENGTHS = [1, 7, 30, 365, 0];

/**
 * @typedef {{id: string, name: string, email: string | null, owner: string | null, created: number,
 *   used: number | null, sessions: number, reports_about: number, reports_by: number, banned:
 *   boolean}} Person
 */
/**
 * @typedef {{reason: string, note: string, begun: number, until: number | null, lifted: number |
 *   null}} Ban
 */
/** @typedef {import("./reports.js").Report} Report */

const input = html("input", { type: "search", id: "people-search", maxlength: 100 });
const found = html("div", { id: "people-found" });
/** How often something was asked for; of several answers, only the last one asked for is shown. */
let asked = 0;

/** Show the search, and who was reported most. */
export async function showPeople() {
  const form = html(
    "form",
    { role: "search" },
    html("label", { for: "people-search" }, t("admin.search")),
    input,
    html("button", {}, t("admin.search_do")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void search();
  });
  need("people", HTMLElement).replaceChildren(form, found);
  await search();
}

async function search() {
  asked += 1;
  const own = asked;
  /** @type {Person[] | null} */
  const people = await request(`/people?q=${encodeURIComponent(input.value)}`);
  if (!people || own !== asked) return;
  found.replaceChildren(
    list(
      people.map((person) =>
        html(
          "li",
          { class: "entry" },
          html("p", {}, html("b", {}, personName(person.name)), " ", person.email ?? ""),
          html("p", {}, summary(person)),
          html(
            "div",
            { class: "buttons" },
            button(
              t("admin.details"),
              () => showPerson(person.id),
              t("admin.details_of", { name: personName(person.name) }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Person} person */
function summary(person) {
  return [
    t("admin.since", { day: day(person.created) }),
    t("admin.about_number", { n: person.reports_about }),
    t("admin.by_number", { n: person.reports_by }),
    person.banned && t("admin.is_banned"),
    person.owner && t("admin.is_bot"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Show one person.
 * @param {string} id
 */
export async function showPerson(id) {
  asked += 1;
  const own = asked;
  const path = `/people/${encodeURIComponent(id)}`;
  /**
   * @type {{person: Person, devices: string[], bans: Ban[], about: Report[], by: Report[],
   *   abandoned: number, games: number, often: boolean} | null}
   */
  const all = await request(path);
  if (!all || own !== asked) return;
  const { person } = all;
  const again = () => showPerson(id);
  const heading = html("h2", { tabindex: -1 }, personName(person.name));
  found.replaceChildren(
    heading,
    html("p", {}, summary(person)),
    values([
      [t("account.email"), person.email ?? "–"],
      [t("admin.sessions"), all.devices.map((device) => device || "–").join(", ") || "–"],
      [
        t("admin.abandoned"),
        t("admin.abandoned_of", { left: all.abandoned, games: all.games }) +
          (all.often ? ` – ${t("admin.often")}` : ""),
      ],
    ]),
    html(
      "div",
      { class: "buttons" },
      person.banned &&
        button(t("admin.lift"), async () => {
          if (await request(`${path}/ban`, "DELETE")) await again();
        }),
      button(t("admin.rename"), async () => {
        const renamed = await request(`${path}/rename`, "POST");
        if (!renamed) return;
        await again();
        say(t("admin.renamed", { name: renamed.name }));
      }),
      button(t("admin.back"), search),
    ),
    banForm(path, again),
    html("h3", {}, t("admin.bans")),
    list(
      all.bans.map((ban) =>
        html(
          "li",
          { class: "entry" },
          html("p", {}, html("b", {}, t(`admin.reason_${ban.reason}`)), " ", ban.note),
          html("p", {}, period(ban)),
          ban.lifted !== null &&
            html("p", {}, t("admin.lifted", { moment: dateAndTime(ban.lifted) })),
        ),
      ),
    ),
    html("h3", {}, t("admin.about")),
    list(all.about.map((report) => reportEntry(report, again))),
    html("h3", {}, t("admin.by")),
    list(all.by.map((report) => reportEntry(report, again))),
  );
  heading.focus();
}

/**
 * @param {string} path of the person
 * @param {() => unknown} again
 */
function banForm(path, again) {
  const reason = html(
    "select",
    { id: "ban-reason" },
    ...REASONS.map((one) => html("option", { value: one }, t(`admin.reason_${one}`))),
  );
  const days = html(
    "select",
    { id: "ban-days" },
    ...LENGTHS.map((one) =>
      html("option", { value: one }, one ? t("admin.days", { n: one }) : t("admin.forever")),
    ),
  );
  const note = html("input", { id: "ban-note", maxlength: 300 });
  const form = html(
    "form",
    {},
    html("label", { for: "ban-reason" }, t("admin.reason")),
    reason,
    html("label", { for: "ban-days" }, t("admin.length")),
    days,
    html("label", { for: "ban-note" }, t("admin.note")),
    note,
    html("button", {}, t("admin.ban")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = { reason: reason.value, days: Number(days.value) || null, note: note.value };
    if (await request(`${path}/ban`, "POST", wanted)) await again();
  });
  return form;
}

/** @param {{begun: number, until: number | null}} ban */
function period(ban) {
  const end = ban.until ? dateAndTime(ban.until) : t("admin.forever");
  return `${dateAndTime(ban.begun)} – ${end}`;
}
