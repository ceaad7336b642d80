/**
 * Says that the person of this page has changed while it was open: they logged out in another tab,
 * or as somebody else in, or their session ended. Without that, the page would show what is another
 * person's, and act for that one, without a word.
 */

import { read } from "../net/requests.js";
import { closeNotifications } from "../state/settings.js";
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

/**
 * The handle of the person whom the page shows; null for nobody.
 * @type {string | null}
 */
let shown = null;
/** Whether the page finds out by itself. */
let findsOut = () => false;

/**
 * Set when the page finds out by itself, as a table does where the person sits: who turns out to be
 * the owner of an account keeps the seat.
 * @param {() => boolean} test
 */
export function findsOutWhile(test) {
  findsOut = test;
}

/** @param {{person: string | null}} me whom the page shows now */
export function notePerson(me) {
  shown = me.person;
}

/** Look for another person whenever the reader comes back, as from the tab that changed it. */
export function watchPerson() {
  void look();
  addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
}

async function look() {
  if (document.hidden) return;
  const me = await read("/api/me");
  if (!me) return;
  // Who was nobody may have become a guest by this page's own request.
  if (shown === null) notePerson(me);
  else if (me.person !== shown && !findsOut()) showPersonChanged();
}

/** Say so, until the page is loaded again. */
export function showPersonChanged() {
  if (document.getElementById("person-changed")) return;
  void closeNotifications(); // they are the other person's
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
