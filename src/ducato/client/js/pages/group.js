/**
 * The page of a group: for everybody its description, for members also each other, the tables, and
 * the leaderboard.
 */

import { ownName } from "../net/new_table.js";
import { read, send } from "../net/requests.js";
import { copyButton } from "../people/challenges.js";
import { GameChoice, playableGames } from "../people/game_choice.js";
import { memberList } from "../people/group_members.js";
import { groupFields } from "../people/groups.js";
import { openSheet } from "../people/sheet.js";
import { host } from "../state/host.js";
import { isolate, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";

/** @typedef {import("ducato/api").GroupPage} GroupPage */
/** @typedef {import("ducato/api").RankedMember} RankedMember */
/** @typedef {import("ducato/api").CatalogGame} Game */

const { group: id = "" } = document.body.dataset;
const path = `/api/groups/${encodeURIComponent(id)}`;
const content = need("content", HTMLElement);
const words = need("feedback", HTMLElement);

/** @type {Game[]} */
let games = [];
/** The game whose leaderboard is shown. */
let ranked = "";

await loadStrings();
listenToControls(() => void load());
await load();

async function load() {
  /** @type {GroupPage | null} */
  const group = await read(path);
  if (!group) return;
  need("who", HTMLElement).textContent = group.name;
  need("about", HTMLElement).textContent = group.description;
  if (group.role !== "member" && group.role !== "organiser") {
    content.replaceChildren(outside(group));
    return;
  }
  games = await playableGames();
  ranked ||= games[0]?.name ?? "";
  content.replaceChildren(
    tables(group),
    part("people.members", memberList(group, changed)),
    leaderboard(),
    group.role === "organiser" ? organise(group) : leaving(),
  );
}

/** @param {string | null} error */
function changed(error) {
  words.textContent = error ?? "";
  if (!error) void load();
}

/**
 * @param {string} key of the title
 * @param {...(Node | null)} children
 */
function part(key, ...children) {
  return html("section", { class: "people-part" }, html("h2", {}, t(key)), ...children);
}

/** @param {GroupPage} group what somebody sees who is no member */
function outside({ role, size }) {
  const link = location.hash.slice(1);
  const join = html(
    "button",
    { type: "button", class: "main" },
    t(link ? "people.join_group" : "people.ask_group"),
  );
  join.addEventListener("click", async () => {
    const done = await send("POST", `${path}/join`, { name: ownName(), link: link || null });
    changed(done.ok ? null : done.error);
  });
  return html(
    "section",
    { class: "people-part" },
    html("p", {}, t("people.members_count", { count: size })),
    role === "asking" && html("p", { role: "status" }, t("people.group_asked")),
    html("p", {}, role === "asking" && !link ? leaveButton("people.withdraw") : join),
  );
}

/** @param {GroupPage} group */
function tables(group) {
  const open = html("button", { type: "button", class: "main" }, t("people.group_table"));
  open.addEventListener("click", () => {
    const choice = new GameChoice(games);
    openSheet(t("people.group_table"), [choice.node], t("lobby.start"), async () => {
      const made = await send("POST", `${path}/tables`, choice.table(ownName()));
      if (!made.ok) return made.error;
      host.go(made.data.url);
      return null;
    });
  });
  const items = group.tables.map(({ url, title, names, open: free }) =>
    html(
      "li",
      {},
      html(
        "span",
        { class: "who" },
        html("b", {}, title),
        html(
          "small",
          {},
          [names.map(isolate).join(" – "), free > 0 && t("lobby.seats_open", { count: free })]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      html("a", { class: "main plain", href: url }, t(free > 0 ? "people.play" : "people.look")),
    ),
  );
  return part(
    "people.group_tables",
    items.length
      ? html("ul", { class: "people-list" }, ...items)
      : html("p", {}, t("people.no_tables")),
    html("p", {}, open),
  );
}

function leaderboard() {
  const body = html("div", { class: "ratings" });
  const choice = html(
    "select",
    { "aria-label": t("people.game") },
    ...games.map(({ name, title }) =>
      html("option", { value: name, selected: name === ranked }, title),
    ),
  );
  const show = async () => {
    ranked = choice.value;
    /** @type {RankedMember[]} */
    const found = (await read(`${path}/leaderboard?game=${encodeURIComponent(ranked)}`)) ?? [];
    body.replaceChildren(
      found.length
        ? html("ol", { class: "leaderboard" }, ...found.map(rankedItem))
        : html("p", {}, t("people.nobody_ranked")),
    );
  };
  choice.addEventListener("change", () => void show());
  void show();
  return part("people.leaderboard", html("p", {}, choice), body);
}

/** @param {RankedMember} member */
function rankedItem({ name, points, spread, own }) {
  return html("li", { class: own ? "own" : null }, html("b", {}, name), ` ${points} ± ${spread}`);
}

/** @param {string} key of its text */
function leaveButton(key) {
  const button = html("button", { type: "button" }, t(key));
  button.addEventListener("click", async () => {
    const done = await send("POST", `${path}/leave`);
    if (done.ok) host.go("/people");
    else changed(done.error);
  });
  return button;
}

function leaving() {
  return html(
    "section",
    { class: "people-part" },
    html("p", {}, leaveButton("people.leave_group")),
  );
}

/** @param {GroupPage} group what its organisers see */
function organise(group) {
  const edit = html("button", { type: "button" }, t("people.edit_group"));
  edit.addEventListener("click", () => {
    const fields = groupFields(group.name, group.description);
    openSheet(t("people.edit_group"), [fields.node], t("account.rename"), async () => {
      const done = await send("POST", path, fields.chosen());
      if (done.ok) void load();
      return done.ok ? null : done.error;
    });
  });
  const link = (/** @type {boolean} */ on, /** @type {string} */ key) => {
    const button = html("button", { type: "button" }, t(key));
    button.addEventListener("click", async () => {
      const done = await send("POST", path, { link: on });
      changed(done.ok ? null : done.error);
    });
    return button;
  };
  const remove = html("button", { type: "button" }, t("people.delete_group"));
  remove.addEventListener("click", () =>
    openSheet(
      t("people.delete_group"),
      [html("p", {}, t("people.delete_group_about"))],
      t("people.delete_group"),
      async () => {
        const done = await send("DELETE", path);
        if (!done.ok) return done.error;
        host.go("/people");
        return null;
      },
    ),
  );
  return part(
    "people.organise",
    html("p", {}, t(group.link ? "people.group_link" : "people.no_group_link")),
    html(
      "div",
      { class: "buttons" },
      group.link && copyButton(`${location.origin}${group.link}`),
      link(true, "people.new_link"),
      group.link && link(false, "people.end_link"),
      edit,
      leaveButton("people.leave_group"),
      remove,
    ),
  );
}
