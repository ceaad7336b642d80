/**
 * Standing answers: what the table is to answer for the people of this screen without asking them. The
 * choice is kept in this browser, by game, and told to the table at every welcome.
 */

import { html, need } from "../ui/dom.js";
import { recall, remember } from "../state/settings.js";

/** @typedef {import("../net/protocol.js").Welcome} Welcome */

/** @param {(seat: number, answers: string[]) => void} tell */
export function makeStanding(tell) {
  const list = need("standing", HTMLFieldSetElement);
  const rows = need("standing-list", HTMLElement);
  /** @type {number[]} */
  let seats = [];
  let key = "";

  list.addEventListener("change", () => {
    const answers = [...rows.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    remember(key, JSON.stringify(answers));
    for (const seat of seats) tell(seat, answers);
  });

  /** @param {Welcome} welcome */
  return function show({ table, standing }) {
    const [first] = standing;
    list.hidden = !first || table.standing.length === 0;
    if (!first) return;
    seats = standing.map((one) => one.seat);
    key = `standing.${table.game}`;
    const kept = recall(key);
    /** @type {string[]} */
    const chosen = kept === null ? first.answers : JSON.parse(kept);
    const known = table.standing.map((answer) => answer.name).filter((name) => chosen.includes(name));
    rows.replaceChildren(...table.standing.map(({ name, label }) => html("label", {},
      html("input", { type: "checkbox", value: name, checked: known.includes(name) }), html("span", {}, label))));
    for (const { seat, answers } of standing) {
      if (answers.join() !== [...known].sort().join()) tell(seat, known);
    }
  };
}
