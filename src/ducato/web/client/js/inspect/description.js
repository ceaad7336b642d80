/**
 * What is to be known of a piece besides its name: its notes, and what its actions cost and change.
 * The enlarged piece shows it, and a screen reader reads it as the description of the piece.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { wording } from "../ui/menu.js";

/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("../net/protocol.js").Action} Action */

/** More actions than this are counted. */
const LISTED = 5;

/**
 * @param {Piece} piece
 * @returns {string[]} its notes, without those that its label contains
 */
const notes = ({ face, label }) => face.lines.filter((line) => !label.includes(line));

/**
 * @param {Piece} piece
 * @param {Action[]} actions
 * @returns {string} for a screen reader; empty if the label says everything
 */
export const spoken = (piece, actions) =>
  [
    ...notes(piece),
    ...(actions.length > 1 || !actions[0]?.hint ? [] : [`${actions[0].label}: ${actions[0].hint}`]),
  ].join(". ");

/**
 * @param {Piece} piece
 * @param {Action[]} actions
 * @returns {HTMLElement[]} for the enlarged piece
 */
export function written(piece, actions) {
  const { title } = piece.face;
  const rest = title && piece.label.startsWith(title) ? piece.label.slice(title.length) : "";
  const about = rest ? rest.replace(/^[\s,.:;]+/, "") : title ? piece.label : "";
  const lines = notes(piece);
  const listed = actions.slice(0, LISTED);
  const more = actions.length - listed.length;
  return [
    html("b", { class: "zoom-title" }, title || piece.label),
    ...(about ? [html("p", {}, about)] : []),
    ...(lines.length ? [html("p", { class: "zoom-notes" }, lines.join(" · "))] : []),
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
