/**
 * The state of a table apart from its game: which seats are open, whose clock runs, what is put to
 * the vote. It shows what the server says about the table and sends what people decide.
 */

import { contributed } from "../net/entropy.js";
import { send } from "../net/requests.js";
import { sidePanel, WIDE } from "../play/side_panel.js";
import { host } from "../state/host.js";
import { recall, remember } from "../state/settings.js";
import { isolate, language, t } from "../state/strings.js";
import { branchedFrom, state } from "../state/table_state.js";
import { botText, levelText } from "../ui/bot_rating.js";
import { html, need } from "../ui/dom.js";
import { timeText } from "../ui/format.js";
import { loadPart } from "../ui/update.js";
import { inviteFriends } from "./invite_friends.js";
import { loadRoom } from "./load_room.js";
import { otherPlayers } from "./person_menu.js";
import { linkPart } from "./share.js";

/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {import("../net/protocol.js").Clock} Clock */
/** @typedef {import("../net/protocol.js").Vote} Vote */
/** @typedef {import("../net/protocol.js").Request} Request */

const SECOND = 1000;
/** Less than so much is shown in seconds, and marked. */
const SHORT = 60 * SECOND;

export class TableStatus {
  /** The one that is shown. @type {Table | null} */
  table = null;
  /** The clock as the server sent it, and when. @type {{clock: Clock, at: number} | null} */
  #clock = null;
  /** What people choose to show. @type {import("ducato/api").TablePeople["seats"]} */
  #people = [];
  /** @type {import("../analysis/analysis_room.js").ExerciseView | null} */
  #exercise = null;
  /** @type {Promise<void> | null} */
  #loading = null;
  #strip = need("table-status", HTMLElement);
  #menu = need("table-menu", HTMLElement);
  /** In the sheet with the result. */
  #next = need("rematch", HTMLElement);

  /** @param {(request: Request) => void} ask */
  constructor(ask) {
    this.ask = ask;
    setInterval(() => this.tick(), SECOND);
    WIDE.addEventListener("change", () => this.translate());
  }

  /** @param {Table} table */
  show(table) {
    this.table = table;
    this.setClock(table.clock);
    const all = [
      this.#waiting(table),
      this.#timedOut(table),
      this.#branchOf(),
      ...table.votes.map((vote) => this.#vote(vote, table)),
    ].filter((part) => part !== null);
    // The answer of an exercise is long: beside the board there is room for it.
    const beside = all.filter((part) => WIDE.matches && part.classList.contains("exercise"));
    for (const part of beside) if (part.parentElement !== sidePanel) sidePanel.prepend(part);
    const parts = all.filter((part) => !beside.includes(part));
    // A field must not be replaced while someone is typing in it.
    if (!this.#strip.contains(document.activeElement) || parts.length === 0)
      this.#strip.replaceChildren(...parts);
    this.#strip.hidden = parts.length === 0;
    this.#showMenu(table);
    this.#showNext(table);
  }

  /** @param {import("ducato/api").TablePeople["seats"]} people what they let be seen */
  setPeople(people) {
    this.#people = people;
    if (this.table) this.#showMenu(this.table);
  }

  /** @param {Clock | null | undefined} clock */
  setClock(clock) {
    this.#clock = clock ? { clock, at: performance.now() } : null;
    this.tick();
  }

  /** Write the time that is left into the seats in the header, and see how far an exercise is. */
  tick() {
    if (this.table) this.#exercise?.update(this.table, state.newest?.seq ?? 0);
    for (const container of document.querySelectorAll("[data-clock]")) {
      const seat = Number(container.getAttribute("data-clock"));
      const left = this.#left(seat);
      container.textContent = left === null ? "" : timeText(left);
      container.classList.toggle("short", left !== null && left < SHORT);
    }
  }

  /** Write everything again, in another language. */
  translate() {
    if (this.table) this.show(this.table);
  }

  /** @param {number} seat */
  #left(seat) {
    if (!this.#clock) return null;
    const { clock, at } = this.#clock;
    return (clock.left[seat] ?? 0) - (clock.running.includes(seat) ? performance.now() - at : 0);
  }

  /** @param {Table} table */
  #waiting(table) {
    if (table.status !== "waiting") return null;
    const open = table.seats.filter(({ kind }) => kind === "open").length;
    const silent = table.seats.some(
      ({ kind, seat, entropy }) =>
        kind === "person" && entropy === null && !table.own.includes(seat),
    );
    const awaited = table.seats
      .filter(({ substitute }) => substitute === "invited")
      .map(({ name }) => isolate(name))
      .join(", ");
    if (open === 0 && !awaited)
      return silent
        ? html("div", { class: "status-part" }, html("p", {}, t("roster.gathering")))
        : null;
    const part = html(
      "div",
      { class: "status-part" },
      awaited && html("p", {}, t("roster.awaited", { names: awaited })),
      open > 0 && html("p", {}, t("roster.waiting", { count: open })),
    );
    const about = html("div");
    part.append(about);
    void loadPart(() => import("../home/about_game.js")).then(
      (people) => people && about.replaceWith(people.aboutTable(table)),
    );
    if (table.own.length === 0 && open > 0) {
      const host = table.seats.find(({ kind }) => kind === "person");
      if (host)
        part.prepend(
          html(
            "p",
            { class: "invitation" },
            t("roster.invites", { name: host.name, game: table.title }),
          ),
        );
      part.append(this.#joinForm(table));
    } else if (table.own.length > 0) {
      if (open > 0) part.append(linkPart(table), inviteFriends(table.id));
      const leave = html("button", { type: "button" }, t("roster.leave"));
      leave.addEventListener("click", async () => {
        const answer = await post(`/api/tables/${table.id}/leave`, {}, part);
        if (answer) host.go(answer.url);
      });
      part.append(leave);
    }
    return part;
  }

  /** @param {Table} table */
  #joinForm(table) {
    const name = html("input", {
      type: "text",
      maxlength: 40,
      required: true,
      autocomplete: "nickname",
      value: recall("name") ?? "",
      "aria-label": t("roster.name"),
      placeholder: t("roster.name"),
    });
    const form = html(
      "form",
      { class: "join-form" },
      name,
      html("button", { class: "main" }, t("roster.join")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      remember("name", name.value);
      // The socket knows its person from when it was opened; the page is loaded again with its
      // cookie.
      if (await post(`/api/tables/${table.id}/join`, { name: name.value }, form)) location.reload();
    });
    return form;
  }

  /** @param {Table} table */
  #timedOut(table) {
    const timedOut = table.seats.find(
      ({ seat, substitute }) => table.own.includes(seat) && substitute === "timed_out",
    );
    if (!timedOut || table.status !== "playing") return null;
    const asked = table.votes.some(({ what, seat }) => what === "return" && seat === timedOut.seat);
    const part = html(
      "div",
      { class: "status-part" },
      html("p", {}, t(asked ? "roster.return_asked" : "roster.timed_out")),
    );
    if (!asked) part.append(this.#button("roster.return", { type: "propose", what: "return" }));
    return part;
  }

  #branchOf(table = /** @type {Table} */ (this.table)) {
    const { branch_of: of } = table;
    if (of === null) return null;
    if (of === "exercise") return this.#showExercise();
    const [today, game] = [resultsOfDay(table), branchedFrom(table)];
    const kind = today ? "daily.rules" : game ? "branch.of" : `branch.${of || "alone"}`;
    const href = today ?? (game && `/table/${game}`);
    const words = href ? html("a", { href }, t(kind)) : t(kind);
    return html("div", { class: "status-part" }, html("p", {}, words));
  }

  #showExercise(table = /** @type {Table} */ (this.table)) {
    if (this.#exercise) return this.#exercise.update(table, state.newest?.seq ?? 0);
    this.#loading ??= loadRoom().then((part) => {
      this.#exercise = part && new part.ExerciseView();
      if (this.table) this.show(this.table);
    });
    return null;
  }

  /** @param {Vote} vote @param {Table} table */
  #vote(vote, table) {
    if (!vote.asked) return null;
    const name = table.seats[vote.seat]?.name ?? "";
    const { what, seat } = vote;
    return html(
      "div",
      { class: "status-part" },
      html("p", {}, t(`roster.vote_${what}`, { name })),
      this.#button("roster.yes", { type: "vote", what, seat, yes: true }),
      this.#button("roster.no", { type: "vote", what, seat, yes: false }),
    );
  }

  /** @param {Table} table */
  #again(table) {
    if (table.status !== "over") return null;
    if (table.rematch) {
      return html(
        "div",
        { class: "status-part" },
        html("p", {}, t("roster.again")),
        html(
          "a",
          { class: "main", href: `/table/${encodeURIComponent(table.rematch)}` },
          t("roster.go"),
        ),
      );
    }
    const { tournament } = document.body.dataset;
    const href = tournament
      ? `/tournaments/${encodeURIComponent(tournament)}`
      : resultsOfDay(table);
    if (href) {
      const words = t(tournament ? "table.tournament" : "daily.to_results");
      return html("div", { class: "status-part" }, html("a", { class: "main", href }, words));
    }
    if (table.own.length === 0) return null;
    const part = html("div", { class: "status-part" });
    for (const other of [null, ...table.other_levels]) {
      const words = t(other ? `roster.rematch_${other.name}` : "roster.rematch");
      const button = html(
        "button",
        { type: "button", class: other ? "" : "main" },
        words,
        other?.bot && html("small", {}, levelText(other.bot, other.bot_rating)),
      );
      if (other?.bot) button.title = botText(other.bot, other.bot_rating);
      button.addEventListener("click", async () => {
        const how = other ? `?bots=${other.name}` : "";
        const answer = await post(`/api/tables/${table.id}/rematch${how}`, {}, part);
        if (answer) host.go(answer.url);
      });
      part.append(button);
    }
    return part;
  }

  /** How to play again, in the sheet with the result. @param {Table} table */
  #showNext(table) {
    const key = JSON.stringify([table.status, table.rematch, table.own.length > 0, language()]);
    if (this.#next.dataset.key === key) return;
    this.#next.dataset.key = key;
    const again = this.#again(table);
    this.#next.replaceChildren(...(again ? [again] : []));
  }

  /** What can always be done at a table, in the menu of its head. @param {Table} table */
  #showMenu(table) {
    const playing = table.status === "playing" && table.own.length > 0;
    const others = table.seats.some((s) => s.kind === "person" && !table.own.includes(s.seat));
    const own = table.seats.filter(
      ({ seat, substitute }) => table.own.includes(seat) && substitute !== "resigned",
    );
    const plays = playing && own.length > 0;
    const resign = html("button", { type: "button" }, t("roster.resign"));
    resign.addEventListener("click", async () => {
      const part = await loadPart(() => import("../ui/confirm.js"));
      this.#menu.hidePopover();
      part?.confirmResigning(need("show-table-menu", HTMLElement), () =>
        this.ask({ type: "resign" }),
      );
    });
    const people = this.#people.map(({ seat, points, spread, url }) => {
      const name = table.seats[seat]?.name ?? "";
      return html(
        "p",
        { class: "person" },
        url ? html("a", { href: url, target: "person" }, name) : html("span", {}, name),
        points !== null &&
          spread !== null &&
          html("span", {}, t("seat.rating", { points, spread })),
      );
    });
    const bots = table.seats.map(
      ({ name, bot, bot_rating }) =>
        bot &&
        html(
          "p",
          { class: "person" },
          html("span", {}, name),
          html("span", { class: "person-level" }, botText(bot, bot_rating)),
        ),
    );
    this.#menu.replaceChildren(
      ...people,
      ...bots.filter((one) => one !== null && one !== ""),
      linkPart(table),
      html(
        "div",
        { class: "menu-row" },
        playing &&
          table.time_control.kind === "real_time" &&
          this.#button("roster.correspondence", { type: "propose", what: "correspondence" }),
        plays && others && this.#button("roster.ask_undo", { type: "propose", what: "undo" }),
        plays && resign,
      ),
      ...otherPlayers(table, need("show-table-menu", HTMLElement), this.ask),
      this.#chance(table),
    );
  }

  /** What was promised of chance, to be compared when the seed is known. @param {Table} table */
  #chance(table) {
    const over = table.status === "over" ? `?table=${encodeURIComponent(table.id)}` : "";
    const given = table.seats.filter(({ entropy }) => entropy !== null);
    const own = contributed(table.id);
    const used = given.some(({ entropy }) => entropy === own);
    return html(
      "details",
      { class: "proof" },
      html("summary", {}, t("roster.chance")),
      html("p", {}, t("roster.chance_about")),
      html(
        "dl",
        {},
        html("dt", {}, t("result.commitment")),
        html("dd", {}, table.commitment),
        ...given.flatMap(({ name, entropy }) => [
          html("dt", {}, t("chance.of", { name })),
          html("dd", {}, entropy),
        ]),
      ),
      own &&
        html("p", { class: used ? "right" : "wrong" }, t(used ? "chance.own" : "chance.not_own")),
      html("a", { href: `/verify${over}`, target: "verify" }, t("roster.verify")),
    );
  }

  /** @param {string} key @param {Request} request */
  #button(key, request) {
    const button = html("button", { type: "button" }, t(key));
    button.addEventListener("click", () => {
      button.blur();
      this.ask(request);
    });
    return button;
  }
}

/** @param {Table} table @returns {string | null} where the results are, at a game of the day */
const resultsOfDay = ({ branch_of: of, game }) =>
  of?.startsWith("daily:") ? `/games/${encodeURIComponent(game)}#today` : null;

/**
 * @param {string} path
 * @param {object} body
 * @param {HTMLElement} container where to say what is wrong
 */
async function post(path, body, container) {
  container.querySelector(".wrong")?.remove();
  const answer = await send("POST", path, body);
  if (answer.ok) return answer.data;
  container.append(html("p", { class: "wrong", role: "alert" }, answer.error));
  return null;
}
