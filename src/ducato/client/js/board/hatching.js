/**
 * Hatching that shows a tone without its colour, as in heraldry: red is vertical, blue horizontal,
 * green and violet diagonal. The patterns are added to the page once, when the first region needs
 * them.
 */

import { svg } from "../ui/dom.js";

/** The strokes of one square, 8 by 8. */
const STROKES = new Map(
  Object.entries({
    red: "M2 0v8M6 0v8",
    blue: "M0 2h8M0 6h8",
    green: "M-2 6 2 10M-2-2 10 10M6-2 10 2",
    violet: "M-2 2 2-2M-2 10 10-2M6 10 10 6",
    orange: "M0 0 8 8M8 0 0 8",
    yellow: "M2 2h.1M6 6h.1",
    ink: "M0 4h8M4 0v8",
    wood: "M1 2h3M5 6h3",
  }),
);

/**
 * @param {string} tone
 * @returns {string | undefined} what fills a shape with the strokes of this tone, if it has any
 */
export function hatching(tone) {
  if (!STROKES.has(tone)) return undefined;
  if (!document.getElementById(`hatching-${tone}`)) lay();
  return `url(#hatching-${tone})`;
}

function lay() {
  document.body.append(
    svg(
      "svg",
      { class: "sprite", "aria-hidden": "true" },
      ...[...STROKES].map(([tone, d]) =>
        svg(
          "pattern",
          {
            id: `hatching-${tone}`,
            class: `tone-${tone}`,
            viewBox: "0 0 8 8",
            width: 12,
            height: 12,
            patternUnits: "userSpaceOnUse",
          },
          svg("path", { class: "stroke", d }),
        ),
      ),
    ),
  );
}
