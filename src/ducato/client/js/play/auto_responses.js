/**
 * Automatic responses: what the server answers for the people at this screen without asking them.
 * The choice is kept in this browser for each game, and sent to the table with every welcome.
 */

import { recallList, remember } from "../state/settings.js";
import { othersAreBots } from "../state/table_state.js";
import { html, need } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Welcome} Welcome */

/** Passes at once for who cannot respond; a pause would tell others that one can. */
const PASS = "pass";

/**
 * @param {Welcome["table"]} table
 * @returns {boolean} whether there is nobody who could learn something from a pause
 */
const isAlone = (table) => table.own.length === 1 && othersAreBots(table);

/** @param {(seat: number, responses: string[]) => void} send */
export function makeAutoResponses(send) {
  const list = need("auto-responses", HTMLFieldSetElement);
  const rows = need("auto-response-list", HTMLElement);
  /** @type {number[]} */
  let seats = [];
  let key = "";

  list.addEventListener("change", () => {
    const responses = [...rows.querySelectorAll("input")]
      .filter((box) => box.checked)
      .map((box) => box.value);
    remember(key, JSON.stringify(responses));
    for (const seat of seats) send(seat, responses);
  });

  /** @param {Welcome} welcome */
  return function show({ table, auto_responses }) {
    const [first] = auto_responses;
    list.hidden = !first || table.auto_responses.length === 0;
    if (!first) return;
    seats = auto_responses.map((one) => one.seat);
    key = `auto_responses.${table.game}`;
    const usual = isAlone(table) ? [PASS] : first.responses;
    /** @type {string[]} */
    const chosen = recallList(key) ?? usual;
    const known = table.auto_responses
      .map((response) => response.name)
      .filter((name) => chosen.includes(name));
    rows.replaceChildren(
      ...table.auto_responses.map(({ name, label }) =>
        html(
          "label",
          {},
          html("input", { type: "checkbox", value: name, checked: known.includes(name) }),
          html("span", {}, label),
        ),
      ),
    );
    for (const { seat, responses } of auto_responses) {
      if (responses.join() !== [...known].sort().join()) send(seat, known);
    }
  };
}
