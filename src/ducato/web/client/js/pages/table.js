/**
 * The table page: what is pressed, clicked and typed goes to the part that it is for, and the line is
 * listened to.
 */

import { listenForHints } from "../play/status_bar.js";
import { keepOpen, listenToControls } from "../ui/controls.js";
import { need } from "../ui/dom.js";
import { showResult } from "../dialogs/result_dialog.js";
import { listener } from "../play/message_handler.js";
import { listenToArrows } from "../play/keyboard.js";
import { link, listenToLine } from "../net/connection.js";
import { askHint, askWhy, choices, takeBack, walk } from "../play/actions.js";
import { now } from "../state/table_state.js";
import { lookAtAddress, lookBack } from "../dialogs/replay.js";
import { area, company, curtain, page, press, ready, showLine } from "../play/table_screen.js";
import { fitStory, foldable, tellHeight, tellMore } from "../play/small_screen.js";
import { board, clearCaption, log, player } from "../play/playback.js";
import { language } from "../state/strings.js";
import { listenForWhy } from "../play/explanation.js";

const helpDialog = need("help", HTMLDialogElement);

/** The reader's language has changed: the server writes all its texts anew. */
function retell() {
  link.tell({ type: "language", lang: language() });
  showLine();
  curtain.translate();
  company.translate();
}

function listenToPage() {
  listenToControls(retell);
  listenToArrows(board);
  listenForHints(board, choices);
  listenForWhy(board, askWhy);
  keepOpen(need("log", HTMLDetailsElement), true);
  fitStory(area("story"), log);
  foldable(need("fold", HTMLButtonElement));
  tellHeight(page.dock);
  for (const part of [board.areas.others, board.areas.board]) tellMore(part);
  for (const root of Object.values(board.areas)) {
    root.addEventListener("click", (event) => {
      const entry = board.clicked(event);
      if (entry && ready()) choices.pick(entry);
    });
  }
  need("look-back", HTMLButtonElement).addEventListener("click", () => void lookBack(now.newest?.seq ?? 0));
  area("log-list").addEventListener("click", (event) => {
    const line = event.target instanceof Element ? event.target.closest("[data-seq]") : null;
    if (line && getSelection()?.isCollapsed !== false) void lookBack(Number(line.getAttribute("data-seq")));
  });
  addEventListener("scroll", clearCaption, { capture: true, passive: true });
  addEventListener("hashchange", () => void lookAtAddress());
  press.hint.addEventListener("click", askHint);
  press.undo.addEventListener("click", takeBack);
  press.skip.addEventListener("click", () => player.skip());
  press.result.addEventListener("click", () => void showResult(true, log));
  need("show-help", HTMLButtonElement).addEventListener("click", () => helpDialog.showModal());
  document.addEventListener("pointerdown", () => {
    walk.stop();
    player.skip();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    walk.stop();
    if (event.key === "Escape") player.skip();
    else if (event.key === "u") takeBack();
    else if (event.key === "h") askHint();
    else if (event.key === "l" && !now.past) void lookBack(now.newest?.seq ?? 0);
    else if (event.key === "?" && !helpDialog.open) helpDialog.showModal();
  });
}

await listenToLine(listener);
listenToPage();
