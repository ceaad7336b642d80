/** The reader's groups, and the form for a new one. */

import { read, send } from "../net/requests.js";
import { host } from "../state/host.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("ducato/api").OwnGroup} OwnGroup */

export class Groups {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
  }

  /** Fetch the groups and show them. */
  async update() {
    /** @type {OwnGroup[]} */
    const found = (await read("/api/me/groups")) ?? [];
    const create = html("button", { type: "button", id: "new-group" }, t("people.new_group"));
    create.addEventListener("click", () => this.#create());
    this.section.replaceChildren(
      html("h2", {}, t("people.groups")),
      html("p", {}, t("people.groups_about")),
      html("ul", { class: "people-list" }, ...found.map(item)),
      html("p", {}, create),
    );
  }

  #create() {
    const fields = groupFields("", "");
    openSheet(t("people.new_group"), [fields.node], t("people.found"), async () => {
      const made = await send("POST", "/api/groups", fields.chosen());
      if (!made.ok) return made.error;
      host.go(made.data.url);
      return null;
    });
  }
}

/** @param {OwnGroup} group */
function item({ url, name, role, members }) {
  const words = [t(`people.role_${role}`), t("people.members_count", { count: members })];
  return html(
    "li",
    {},
    html(
      "span",
      { class: "who" },
      html("a", { href: url }, html("b", {}, name)),
      html("small", {}, words.join(" · ")),
    ),
  );
}

/**
 * The fields that describe a group.
 * @param {string} name
 * @param {string} description
 */
export function groupFields(name, description) {
  const title = html("input", { type: "text", maxlength: 60, value: name, required: true });
  const about = html("textarea", { maxlength: 500, rows: 4 }, description);
  const node = html(
    "div",
    { class: "game-choice" },
    html("label", {}, html("span", {}, t("people.group_name")), title),
    html("label", { class: "tall" }, html("span", {}, t("people.group_about")), about),
  );
  return { node, chosen: () => ({ name: title.value, description: about.value }) };
}
