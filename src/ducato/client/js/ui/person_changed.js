/**
 * Says that the person of this page has changed while it was open: they logged out in another tab,
 * or their session ended. Without that, the page would show a spectator's view without a word.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Table} Table */

/**
 * Whether this page had a seat that is now somebody else's, under the same name: nobody left it.
 *
 * @param {Pick<Table, "own" | "seats">} before
 * @param {Pick<Table, "own" | "seats">} now
 */
export const hasLostSeat = (before, now) =>
  before.own.some((seat) => {
    const [was, is] = [before, now].map(({ seats }) => seats.find((one) => one.seat === seat));
    return !now.own.includes(seat) && is?.kind === was?.kind && is?.name === was?.name;
  });

/** Say so, until the page is loaded again. */
export function showPersonChanged() {
  if (document.getElementById("person-changed")) return;
  const reload = html("button", { type: "button" }, t("person.reload"));
  reload.addEventListener("click", () => location.reload());
  document.body.prepend(
    html(
      "p",
      { id: "person-changed", class: "wrong", role: "alert" },
      t("person.changed"),
      " ",
      html("a", { href: "/account" }, t("person.log_in")),
      " ",
      reload,
    ),
  );
}
