/**
 * Shows a hint: marks what a bot would choose on the board, says it in a sentence, and lists the
 * best choices with what speaks for the first, until another view is shown or the reader closes it.
 * Loaded when the reader first asks for a hint.
 */

import { choiceList, groundsView, lineView } from "../dialogs/opinion.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Hint} Hint */
/** @typedef {import("../board/board.js").Board} Board */

const MARK = "advised";

/**
 * @param {Hint} hint
 * @param {Board} board
 * @param {HTMLElement} panel where the words go
 * @param {import("../net/protocol.js").Table | null} table
 */
export function showHint(hint, board, panel, table) {
  mark(hint.action, board);
  const listed = hint.choices.filter(({ text, wins }) => text !== null && wins !== null);
  const few = listed.length === 0;
  const point = (/** @type {number | null} */ action) => mark(action ?? hint.action, board);
  const close = html(
    "button",
    { type: "button", class: "quiet close", "aria-label": t("help.close"), title: t("help.close") },
    html("span", { "aria-hidden": "true" }, "✕"),
  );
  close.addEventListener("click", () => {
    panel.hidden = true;
    document.getElementById("ask-hint")?.focus();
  });
  panel.hidden = false;
  panel.classList.toggle("opinion", !few);
  panel.setAttribute("aria-label", t("hint.ask"));
  // The sentence is read out at once; what is below it, when the reader goes there.
  const sentence = html("p", { class: few ? "" : "unseen", role: "status" });
  panel.replaceChildren(
    sentence,
    ...(few
      ? []
      : [
          html("div", { class: "opinion-head" }, html("b", {}, t("opinion.title")), close),
          choiceList(listed, () => null, point),
          groundsView(hint.grounds),
          lineView(hint.line, hint.seat, table?.seats ?? []),
        ].filter((part) => part !== null)),
  );
  sentence.textContent = hint.text;
}

/**
 * Mark what an action is on the board, and nothing else.
 * @param {number} action
 * @param {Board} board
 */
function mark(action, board) {
  for (const node of document.querySelectorAll(`.${MARK}`)) node.classList.remove(MARK);
  for (const { piece, node } of board.entries.values()) {
    const means = piece.actions.includes(action) || piece.path?.[0] === action;
    if (means) node.classList.add(MARK);
  }
  for (const button of document.querySelectorAll(`[data-action~="${action}"]`))
    button.classList.add(MARK);
}
