/**
 * Draws the picture on a card: a sky that grows pale towards the horizon, a sun, clouds, a ground,
 * and the motifs in front. Where sun and clouds stand follows from the motifs, so that a card
 * always looks the same, and different cards do not.
 */

import { svg } from "../ui/dom.js";
import { motif } from "./sprite.js";
import { badge } from "./svg_text.js";

/** @typedef {import("../net/protocol.js").Art} Art */

/** Width and height of a motif. */
const WIDE = 88;
const HIGH = 74;
/** Where the sky grows paler, as shares of the height, and by how much. */
const BANDS = [0.28, 0.42, 0.55, 0.68];

/**
 * @param {string} words
 * @returns {number} a number from 0 to 1 that depends on the words only
 */
function drawn(words) {
  let number = 7;
  for (const letter of words) number = (number * 31 + letter.charCodeAt(0)) % 9973;
  return number / 9973;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} chance from 0 to 1
 */
function weather(width, height, chance) {
  const left = chance > 0.5;
  const radius = Math.min(width, height) * 0.14;
  const cloud = width * (left ? 0.62 : 0.06);
  const level = height * (0.2 + chance * 0.12);
  return [
    svg("circle", {
      class: "sun",
      cx: width * (left ? 0.22 : 0.76) + chance * 6,
      cy: height * 0.24,
      r: radius,
    }),
    svg("path", {
      class: "cloud",
      d: `M${cloud} ${level}h${width * 0.3}M${cloud + 5} ${level + 5}h${width * 0.22}`,
    }),
  ];
}

/**
 * @param {Art} art
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function picture({ layers, sky = "sky", ground = "sand" }, x, y, width, height) {
  const chance = drawn(layers.join(" "));
  const scale = Math.min((width - 2) / WIDE, (height - 1) / HIGH);
  const box = {
    x: (width - WIDE * scale) / 2,
    y: height - HIGH * scale,
    width: WIDE * scale,
    height: HIGH * scale,
  };
  const hill = height * 0.84;
  const bend = 3 + chance * 4;
  const slope = `M0 ${hill}q${width / 4} ${-bend} ${width / 2} 0t${width / 2} 0V${height}H0Z`;
  return [
    svg(
      "svg",
      {
        class: `picture sky-${sky} ground-${ground}`,
        x,
        y,
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
      },
      svg("rect", { class: "sky", width, height }),
      ...BANDS.map((share) =>
        svg("rect", { class: "band", y: height * share, width, height: height * (1 - share) }),
      ),
      ...weather(width, height, chance),
      svg("path", { class: "ground", d: slope }),
      ...layers.map((name) => motif(name, box)),
    ),
    svg("rect", { class: "picture-frame", x, y, width, height, rx: 4 }),
  ];
}

/** Where a bust lies in a round picture, so that the head is in the middle. */
const BUST = { x: -10, y: -1, width: 80, height: 67 };
/** Where a whole motif lies in a round picture. */
export const WHOLE = { x: 3, y: 7, width: 54, height: 45 };

/**
 * Draws somebody as a round picture, with a rim in the tone of their pawn.
 * @param {import("../net/protocol.js").Face} face
 * @param {Art} art
 * @param {{x: number, y: number, width: number, height: number}} [box] where the motifs lie
 */
export const portrait = (face, { layers, sky = "sky", ground = "sand" }, box = BUST) =>
  svg(
    "svg",
    { viewBox: "0 0 60 60" },
    svg(
      "g",
      { class: `picture sky-${sky} ground-${ground}` },
      svg("circle", { class: "sky", cx: 30, cy: 30, r: 29 }),
      svg("g", { class: "bust" }, ...layers.map((name) => motif(name, box))),
    ),
    svg("circle", { class: "rim", cx: 30, cy: 30, r: 27.5 }),
    face.count !== null && badge(face.count, 50, 50, 9),
  );
