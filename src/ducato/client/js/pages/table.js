/**
 * The page of a table: passes clicks and keys to the parts that they are meant for, and opens the
 * connection.
 */

import { guardClicks } from "../beats/stray_clicks.js";
import { loadOutlines } from "../board/outlines.js";
import { loadArt, loadSprite } from "../board/sprite.js";
import { openReplay, replayFromAddress } from "../dialogs/replay.js";
import { showResult } from "../dialogs/result_dialog.js";
import { mayChoose, tryLine } from "../dialogs/trying.js";
import { listenForCallouts } from "../inspect/callouts.js";
import { listenToNames } from "../inspect/names.js";
import { listenForZoom } from "../inspect/pointing.js";
import { connection, startListening } from "../net/connection.js";
import { adviser, askExplanation, askHint, choices, undo, walk } from "../play/actions.js";
import { listenForExplanations } from "../play/explanation.js";
import { listenToArrows } from "../play/keyboard.js";
import { listener } from "../play/message_handler.js";
import { board, callouts, log, player, showsOthers, zoom } from "../play/playback.js";
import { listenToSidePanel } from "../play/side_panel.js";
import { holdHeight, markOverflow, reportHeight, tabBoard } from "../play/small_screen.js";
import {
  element,
  page,
  passScreen,
  press,
  showConnection,
  showState,
  tableStatus,
} from "../play/table_screen.js";
import { listenToSenses } from "../senses/sense_settings.js";
import { recall } from "../state/settings.js";
import { language, loadStrings } from "../state/strings.js";
import { state } from "../state/table_state.js";
import { keep, listenToControls } from "../ui/controls.js";
import { need } from "../ui/dom.js";
import { onKey } from "../ui/keys.js";
import { findsOutWhile } from "../ui/person_changed.js";

/** What a click or Space does something to; elsewhere they complete the beat that is shown. */
const ACTIONS =
  ".can, button:not(.explain), a, summary, input, select, textarea, dialog, [popover]";

/** @param {EventTarget | null} target @returns {boolean} whether Space is meant for it */
const isPressed = (target) => target instanceof Element && target.closest(ACTIONS) !== null;

/** The language has changed: ask the server for its texts, and translate ours. */
function changeLanguage() {
  connection.send({ type: "language", lang: language() });
  showConnection();
  passScreen.translate();
  tableStatus.translate();
}

function listenToPage() {
  listenToControls(changeLanguage);
  findsOutWhile(() => Boolean(state.table?.own.length));
  listenToSenses();
  keep("zoom", recall("zoom") ?? "yes");
  listenToArrows(board);
  listenForZoom(board, zoom);
  listenToNames(element("log-list"), board, zoom);
  listenForCallouts(callouts, need("show-help", HTMLButtonElement));
  listenForExplanations(board, askExplanation);
  listenToSidePanel(log);
  reportHeight(page.dock);
  for (const part of [board.panes.others, board.panes.aside]) holdHeight(part);
  tabBoard(board);
  for (const part of [board.panes.others, board.panes.board]) markOverflow(part);
  for (const root of Object.values(board.panes)) {
    root.addEventListener("click", (event) => {
      const entry = board.clicked(event);
      const touched = event instanceof PointerEvent && event.pointerType === "touch";
      if (entry && mayChoose()) choices.pick(entry, touched);
    });
  }
  need("replay", HTMLButtonElement).addEventListener(
    "click",
    () => void openReplay(state.newest?.seq ?? 0),
  );
  element("log-list").addEventListener("click", (event) => {
    const line = event.target instanceof Element ? event.target.closest("[data-seq]") : null;
    if (line && getSelection()?.isCollapsed !== false)
      void openReplay(Number(line.getAttribute("data-seq")));
  });
  addEventListener("hashchange", () => void replayFromAddress());
  press.hint.addEventListener("click", askHint);
  press.undo.addEventListener("click", undo);
  press.skip.addEventListener("click", () => void player.skip());
  press.tryLine.addEventListener("click", () => void tryLine());
  press.result.addEventListener("click", () => void showResult(true, log));
  guardClicks(showsOthers, () => player.skip());
  document.addEventListener("pointerdown", ({ target }) => {
    walk.stop();
    if (!isPressed(target)) player.complete();
  });
  onKey((event) => {
    walk.stop();
    if (event.key === " " && (state.playing || state.moving) && !isPressed(event.target)) {
      event.preventDefault(); // the page does not scroll
      player.complete();
    } else if (event.key === "Escape") void player.skip();
    else if (event.key === "u") undo();
    else if (event.key === "h") askHint();
    else if (event.key === "l" && !state.replay) void openReplay(state.newest?.seq ?? 0);
  });
}

// For tests, and for the console of the browser.
Object.assign(globalThis, {
  ducato: { state, adviser, log, openReplay, showState, showsOthers, receive: listener.receive },
});

const { game = "" } = document.body.dataset;
await Promise.all([loadStrings(), loadSprite(game), loadOutlines(game)]);
startListening(listener);
listenToPage();
// The pictures of cards come once there is something to play with, and take nothing from it.
const drawn = new MutationObserver(() => {
  drawn.disconnect();
  void loadArt(game);
});
drawn.observe(board.panes.board, { childList: true });
