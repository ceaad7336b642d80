/** The members of a group, and what its organisers may do with them. */

import { send } from "../net/requests.js";
import { isolate, t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { personName } from "../ui/format.js";

/** @typedef {import("ducato/api").GroupPage} GroupPage */
/** @typedef {GroupPage["members"][number]} GroupMember */

/** The changes that organisers may make, by what a person is. */
const CHANGES = {
  asking: { member: "people.accept", none: "people.decline" },
  member: { organiser: "people.promote", none: "people.remove" },
  organiser: { member: "people.demote", none: "people.remove" },
};

/**
 * @param {GroupPage} group
 * @param {(error: string | null) => void} changed
 */
export function memberList(group, changed) {
  return html(
    "ul",
    { class: "people-list" },
    ...group.members.map((one) => item(group, one, changed)),
  );
}

/**
 * @param {GroupPage} group
 * @param {GroupMember} member
 * @param {(error: string | null) => void} changed
 */
function item(group, member, changed) {
  const { person, role, own } = member;
  const name = personName(member.name);
  const path = `/api/groups/${encodeURIComponent(group.id)}/members/${encodeURIComponent(person)}`;
  const buttons =
    group.role === "organiser" && !own
      ? Object.entries(CHANGES[role]).map(([wanted, key]) =>
          button(key, name, async () => {
            const done = await send("POST", path, { role: wanted });
            changed(done.ok ? null : done.error);
          }),
        )
      : [];
  if (!own && role !== "asking" && group.role !== "organiser")
    buttons.push(
      button("people.ask", name, async () => {
        const done = await send("POST", "/api/me/friends", { person });
        changed(done.ok ? null : done.error);
      }),
    );
  return html(
    "li",
    {},
    html(
      "span",
      { class: "who" },
      html("b", {}, name),
      html("small", {}, own ? t("people.you") : t(`people.role_${role}`)),
    ),
    html("span", { class: "buttons" }, ...buttons),
  );
}

/**
 * @param {string} key
 * @param {string} name of the person, for those who only hear the button
 * @param {() => Promise<void>} act
 */
function button(key, name, act) {
  const node = html(
    "button",
    { type: "button", "aria-label": `${t(key)}: ${isolate(name)}` },
    t(key),
  );
  node.addEventListener("click", () => void act());
  return node;
}
