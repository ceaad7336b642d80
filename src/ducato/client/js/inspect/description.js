/**
 * What is to be known of a piece besides its name: its notes, and what its actions cost and change.
 * The enlarged piece shows it, and a screen reader reads it as the description of the piece.
 */

import { changeOf } from "../beats/recent.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { wording } from "../ui/menu.js";
import { numbersOn } from "./numbers.js";

/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("../net/protocol.js").Action} Action */
/** @typedef {import("../net/protocol.js").NumberMeaning} NumberMeaning */

/** More actions than this are counted. */
const LISTED = 5;
/** Parts whose numbers stand with pictures, which the label says in words. */
const PICTURED = new Set(["glyphs", "needs", "chips"]);

/**
 * @param {Piece} piece
 * @returns {string[]} its notes, without those that its label contains
 */
const notes = ({ face, label }) => face.lines.filter((line) => !label.includes(line));

/** @param {Piece} piece @returns {string[]} by how much its number has changed, if it has */
function changed(piece) {
  const change = changeOf(piece);
  return change ? [t("piece.change", { change })] : [];
}

/**
 * @param {Piece} piece
 * @param {Action[]} actions
 * @returns {string} for a screen reader; empty if the label says everything
 */
export const spoken = (piece, actions) =>
  [
    ...changed(piece),
    ...notes(piece),
    ...(actions.length > 1 || !actions[0]?.hint ? [] : [`${actions[0].label}: ${actions[0].hint}`]),
  ].join(". ");

/**
 * @param {Piece} piece
 * @param {Action[]} actions
 * @param {NumberMeaning[]} meanings what numbers mean, if they are to be explained
 * @returns {HTMLElement[]} for the enlarged piece
 */
export function written(piece, actions, meanings) {
  const { title } = piece.face;
  const rest = title && piece.label.startsWith(title) ? piece.label.slice(title.length) : "";
  const about = rest ? rest.replace(/^[\s,.:;]+/, "") : title ? piece.label : "";
  const numbers = numbersOn(piece, meanings).filter(({ meaning }) => !PICTURED.has(meaning.part));
  const lines = [...changed(piece), ...notes(piece)].filter(
    (line) => !numbers.some(({ shown }) => shown.includes(line)),
  );
  const listed = actions.slice(0, LISTED);
  const more = actions.length - listed.length;
  return [
    html("b", { class: "zoom-title" }, title || piece.label),
    ...(about ? [html("p", {}, about)] : []),
    ...(lines.length ? [html("p", { class: "zoom-notes" }, lines.join(" · "))] : []),
    ...(numbers.length
      ? [
          html(
            "dl",
            { class: "zoom-numbers" },
            ...numbers.flatMap(({ meaning, shown }) => [
              html("dt", {}, shown),
              html("dd", {}, meaning.text),
            ]),
          ),
        ]
      : []),
    ...(listed.length
      ? [
          html(
            "ul",
            { class: "zoom-actions" },
            ...listed.map((action) => html("li", {}, ...wording(action))),
            more > 0 && html("li", { class: "zoom-more" }, t("zoom.more", { count: more })),
          ),
        ]
      : []),
  ];
}
