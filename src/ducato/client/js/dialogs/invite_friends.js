/** The friends whom a reader may invite to their table while seats are open. */

import { send } from "../net/requests.js";
import { language, t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").KnownPeople} KnownPeople */
/** @typedef {import("ducato/api").FriendEntry} FriendEntry */

/**
 * A folded list of friends, fetched when it is unfolded for the first time.
 * @param {string} table the id of the table
 */
export function inviteFriends(table) {
  const list = html("div", { class: "invite-friends" });
  const folded = html("details", {}, html("summary", {}, t("roster.invite_friends")), list);
  folded.addEventListener("toggle", () => folded.open && void show(list, table), { once: true });
  return folded;
}

/**
 * @param {HTMLElement} list
 * @param {string} table
 */
async function show(list, table) {
  const answer = await fetch(`/api/me/people?lang=${language()}`).catch(() => null);
  /** @type {KnownPeople} */
  const known = answer?.ok ? await answer.json() : { friends: [], opponents: [] };
  const friends = known.friends.filter(({ relation }) => relation === "friends");
  list.replaceChildren(
    ...(friends.length
      ? friends.map((one) => inviteButton(one, table))
      : [html("p", {}, t("roster.no_friends"))]),
  );
}

/**
 * @param {FriendEntry} friend
 * @param {string} table
 */
function inviteButton({ person, name, online }, table) {
  const words = online ? t("roster.invite_online", { name }) : name;
  const button = html("button", { type: "button" }, words);
  button.addEventListener("click", async () => {
    button.disabled = true;
    const path = `/api/tables/${encodeURIComponent(table)}/invite`;
    const answer = await send("POST", path, { person });
    if (answer.ok) return; // the table shows the seat as soon as the server says so
    button.disabled = false;
    button.after(html("p", { class: "wrong", role: "alert" }, answer.error));
  });
  return button;
}
