/**
 * The side panel with its tabs: the game log, the chat, the rules. It stands beside the board on a
 * wide screen, else a button opens it as a sheet.
 */

import { ruleAddress } from "../net/addresses.js";
import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { Tabs } from "../ui/tabs.js";

/** From this width the panel stands beside the board; the style sheet has the same. */
export const WIDE = matchMedia("(min-width: 1100px)");

export const sidePanel = need("side-panel", HTMLElement);
const rulebook = need("rulebook", HTMLElement);
export const tabs = new Tabs(need("tabs", HTMLElement), "log");

/** Put the panel beside the board, or let it open as a sheet. */
export function fitSidePanel() {
  sidePanel.popover = WIDE.matches ? null : "auto";
}

/** @param {{toEnd: () => void}} log in it */
export function listenToSidePanel(log) {
  WIDE.addEventListener("change", () => {
    // The analysis room of a finished game needs no sheet.
    if (!document.body.classList.contains("in-room")) fitSidePanel();
    log.toEnd();
  });
  sidePanel.addEventListener("toggle", () => log.toEnd());
  need("log", HTMLElement).addEventListener("show", () => log.toEnd());
  rulebook.addEventListener("show", () => showRules());
  if (tabs.isOpen("rulebook")) showRules();
  fitSidePanel();
  log.toEnd();
}

/** @param {string} [address] of a clause; the beginning, if nothing is shown yet */
function showRules(address) {
  const frame = rulebook.querySelector("iframe");
  const src = address ?? ruleAddress(document.body.dataset.game ?? "");
  if (!frame) rulebook.append(html("iframe", { src, title: t("rules.open") }));
  else if (address) frame.src = src;
}

/**
 * A link to a clause, if the page's game has a rulebook: beside the board on a wide screen, else in
 * a window of its own, so that the table stays open.
 * @param {string} clause
 */
export function ruleLink(clause) {
  const { rules, game = "" } = document.body.dataset;
  if (rules === undefined) return "";
  const href = ruleAddress(game, clause);
  const link = html(
    "a",
    { class: "rule", href, target: "rules" },
    t("explanation.rule", { clause }),
  );
  link.addEventListener("click", (event) => {
    if (!WIDE.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    tabs.open("rulebook");
    showRules(href);
  });
  return link;
}
