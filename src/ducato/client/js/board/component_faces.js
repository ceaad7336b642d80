/**
 * Draws the components in the page of the rules, each as at the table, shortly before it comes into
 * view.
 */

import { host } from "../state/host.js";
import { completeFace } from "../state/scene_changes.js";
import { language } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { draw } from "./faces.js";
import { loadOutlines } from "./outlines.js";
import { legend, setPosition } from "./regions.js";
import { loadSprite } from "./sprite.js";

/** @typedef {import("../net/protocol.js").ComponentList} ComponentList */
/** @typedef {import("../net/protocol.js").ListedComponent} ListedComponent */

/** Width and height that the legend of a region needs around its middle. */
const LEGEND = { wide: 96, high: 64 };

/**
 * @param {string} game
 * @param {string} edition
 * @returns {Promise<Map<string, ListedComponent>>} the components by id; none if they cannot be had
 */
export async function fetchComponents(game, edition) {
  const query = new URLSearchParams({ edition, lang: language() });
  const [answer] = await Promise.all([
    host.request(`/api/games/${encodeURIComponent(game)}/components?${query}`),
    loadSprite(game),
    loadOutlines(game),
  ]);
  /** @type {ComponentList} */
  const { groups } = answer.ok ? await answer.json() : { groups: [] };
  return new Map(groups.flatMap(({ components }) => components.map((one) => [one.id, one])));
}

/**
 * @param {Element} cell
 * @param {ListedComponent} component
 */
export function drawComponent(cell, { kind, face: sent, x, y }) {
  const face = completeFace(sent);
  const spot = { height: 1000, x: x ?? 0, y: y ?? 0 };
  const drawing = draw(kind, face, spot);
  const drawings = kind === "region" ? [drawing, legend(face, spot)] : [drawing];
  const body = html("div", { class: "body" }, ...drawings);
  cell.replaceChildren(html("div", { class: `piece kind-${kind}` }, body));
  if (kind === "region") cropTo(drawings, spot);
}

/**
 * Show only the part of a map where a region and its legend are.
 * @param {SVGSVGElement[]} drawings
 * @param {{x: number, y: number}} middle of the region
 */
function cropTo(drawings, { x, y }) {
  const land = drawings[0]?.querySelector(".land");
  if (!(land instanceof SVGGraphicsElement)) return;
  const box = land.getBBox();
  const left = Math.min(box.x, x - LEGEND.wide / 2);
  const top = Math.min(box.y, y - LEGEND.high / 2);
  const right = Math.max(box.x + box.width, x + LEGEND.wide / 2);
  const bottom = Math.max(box.y + box.height, y + LEGEND.high / 2);
  const side = Math.max(right - left, bottom - top);
  const from = { x: (left + right - side) / 2, y: (top + bottom - side) / 2 };
  drawings[0]?.setAttribute("viewBox", `${from.x} ${from.y} ${side} ${side}`);
  if (drawings[1]) setPosition(drawings[1], (x - from.x) / side, (y - from.y) / side);
}
