/**
 * What calls the reader away from any page: a table of theirs that is ready, as in a round of a
 * tournament. The notice stays below the bar, and the title is marked, until they go there.
 */

import { keepLooking, read } from "../net/requests.js";
import { isolate, t } from "../state/strings.js";
import { html } from "./dom.js";

/** @typedef {import("ducato/api").Invitation} Invitation */

const MARK = "● ";

/** What is shown, so that a live region speaks once. */
let shown = "";

/** Look for calls from now on; at a table not at once, when there is more urgent work. */
export function watchCalls() {
  if (!document.getElementById("calls")) return;
  keepLooking(showCalls, { hidden: true }); // hidden is when it matters
  if (!("table" in document.body.dataset)) void showCalls();
}

/** @param {Invitation} call @returns {string} what has begun */
export const callWords = ({ tournament, round, title }) =>
  tournament === null
    ? t("site.table_ready", { game: title })
    : t("site.round_ready", { tournament, round });

export async function showCalls() {
  /** @type {Invitation[] | null} */
  const found = await read("/api/me/invitations");
  if (!found) return;
  const { table = "", lang = "" } = document.body.dataset;
  const calls = found.filter((one) => one.id !== table && (one.tournament !== null || one.own));
  const now = JSON.stringify([lang, calls.map(({ id }) => id)]);
  if (now === shown) return;
  shown = now;
  document
    .getElementById("calls")
    ?.replaceChildren(
      ...calls.map((call) =>
        html(
          "p",
          {},
          html(
            "span",
            {},
            html("b", {}, callWords(call)),
            ` ${call.names.map(isolate).join(" – ")}`,
          ),
          html("a", { class: "main", href: call.url }, t("site.go")),
        ),
      ),
    );
  const title = document.title.replace(MARK, "");
  document.title = calls.length > 0 ? MARK + title : title;
}
