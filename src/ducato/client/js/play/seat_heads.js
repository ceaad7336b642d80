/**
 * The heads of the players' panels: emblem, name, clock and rating, and whose turn it is. Each seat
 * keeps its node, which the board puts at the beginning of the seat's panel. Where panels are
 * folded for want of room, the head unfolds its panel.
 */

import { language, t } from "../state/strings.js";
import { botText } from "../ui/bot_rating.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Seat} Seat */
/** @typedef {import("ducato/api").TablePeople["seats"][number]} Person */

export class SeatHeads {
  /** @type {HTMLElement[]} */
  #heads = [];

  /** @param {number} seat @returns {HTMLElement} */
  of(seat) {
    this.#heads[seat] ??= make(seat);
    return this.#heads[seat];
  }

  /**
   * @param {Seat[]} seats
   * @param {number[]} toMove
   * @param {number | null} own
   * @param {Person[]} people what they let be seen
   */
  show(seats, toMove, own, people) {
    for (const seat of seats) {
      const head = this.of(seat.seat);
      const moves = toMove.includes(seat.seat);
      const person = people.find((one) => one.seat === seat.seat);
      const key = JSON.stringify([seat, moves, seat.seat === own, person, language()]);
      if (head.dataset.key === key) continue;
      head.dataset.key = key;
      head.title = seat.bot ? botText(seat.bot, seat.bot_rating) : "";
      head.toggleAttribute("data-away", seat.kind === "person" && !seat.present);
      if (moves) head.setAttribute("aria-current", "true");
      else head.removeAttribute("aria-current");
      head.parentElement?.classList.toggle("to-move", moves);
      const unfold = head.querySelector(".unfold");
      unfold?.setAttribute("aria-label", t("table.unfold", { name: seat.name }));
      head.replaceChildren(...parts(seat, moves, seat.seat === own, person));
      if (unfold) head.append(unfold);
    }
  }
}

/** @param {number} seat */
function make(seat) {
  const unfold = html("button", { type: "button", class: "unfold", "aria-expanded": "false" });
  const head = html("div", { class: `seat by-${seat % 6}`, "data-seat": seat }, unfold);
  unfold.addEventListener("click", () => {
    const open = head.parentElement?.classList.toggle("open") ?? false;
    unfold.setAttribute("aria-expanded", String(open));
  });
  return head;
}

/**
 * @param {Seat} seat
 * @param {boolean} moves
 * @param {boolean} own
 * @param {Person | undefined} person
 */
function* parts(seat, moves, own, person) {
  const open = seat.substitute === "invited" || seat.kind === "open";
  const bot = seat.kind === "bot" || Boolean(seat.substitute && !open);
  yield html(
    "span",
    { class: "emblem", "aria-hidden": "true" },
    html("b", {}, open ? "?" : initial(seat.name)),
  );
  const about = html("span", { class: "seat-about" });
  if (own) about.append(html("span", { class: "seat-own" }, t("table.you")));
  else if (bot) about.append(html("span", { class: "seat-kind" }, t("table.bot")));
  if (person && person.points !== null && person.spread !== null) {
    const { points, spread } = person;
    about.append(
      html(
        "span",
        { class: "seat-rating", title: t("seat.rating", { points, spread }) },
        String(points),
      ),
    );
  }
  about.append(html("span", { class: "seat-clock", "data-clock": seat.seat }));
  const unseen = [
    seat.bot && botText(seat.bot, seat.bot_rating),
    seat.substitute && !open && t("roster.substitute"),
    seat.kind === "person" && !seat.present && t("roster.away"),
    moves && t("table.to_move"),
  ];
  yield html(
    "span",
    { class: "seat-words" },
    html("span", { class: "seat-name", title: seat.name }, seat.name),
    about,
    ...unseen.map((words) => words && html("span", { class: "unseen" }, words)),
  );
}

/** @param {string} name @returns {string} its first letter, as people see it */
const initial = (name) =>
  [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? "?";
