/** Friends, requests, and the people whom the reader has played with. */

import { ownName } from "../net/new_table.js";
import { read, send } from "../net/requests.js";
import { host } from "../state/host.js";
import { isolate, t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { day, personName } from "../ui/format.js";
import { GameChoice, playableGames } from "./game_choice.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("ducato/api").KnownPeople} KnownPeople */
/** @typedef {import("ducato/api").FriendEntry} FriendEntry */
/** @typedef {import("ducato/api").OpponentEntry} OpponentEntry */

export class Friends {
  /** @param {HTMLElement} section @param {HTMLElement} opponents section of its own */
  constructor(section, opponents) {
    this.section = section;
    this.opponents = opponents;
    this.words = html("p", { role: "status", class: "feedback" });
  }

  /** Fetch everything and show it. */
  async update() {
    /** @type {KnownPeople | null} */
    const known = await read("/api/me/people");
    if (!known) return;
    const focused = document.activeElement?.id;
    this.section.replaceChildren(
      html("h2", {}, t("people.friends")),
      known.friends.length
        ? html("ul", { class: "people-list" }, ...known.friends.map((one) => this.#friend(one)))
        : html("p", {}, t("people.no_friends")),
      this.words,
    );
    this.opponents.replaceChildren(
      html("h2", {}, t("people.opponents")),
      known.opponents.length
        ? html("ul", { class: "people-list" }, ...known.opponents.map((one) => this.#opponent(one)))
        : html("p", {}, t("people.no_opponents")),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {FriendEntry} friend */
  #friend(friend) {
    const { person, relation, online } = friend;
    const name = personName(friend.name);
    const path = `/api/me/friends/${encodeURIComponent(person)}`;
    const who = html(
      "span",
      { class: `who${online ? " online" : ""}` },
      html("b", {}, name),
      html("small", {}, this.#state(friend)),
    );
    if (relation === "asking")
      return html(
        "li",
        {},
        who,
        html(
          "span",
          { class: "buttons" },
          this.#button(`accept-${person}`, "people.accept", name, true, () =>
            send("POST", path, { accept: true }),
          ),
          this.#button(`decline-${person}`, "people.decline", name, false, () =>
            send("POST", path, { accept: false }),
          ),
        ),
      );
    const remove = this.#button(
      `remove-${person}`,
      relation === "asked" ? "people.withdraw" : "people.remove",
      name,
      false,
      () => send("DELETE", path),
    );
    if (relation !== "friends")
      return html("li", {}, who, html("span", { class: "buttons" }, remove));
    const invite = this.#button(`invite-${person}`, "people.invite", name, true, async () => {
      await invitation(path, name);
      return null;
    });
    return html("li", {}, who, html("span", { class: "buttons" }, invite, remove));
  }

  /** @param {FriendEntry} friend */
  #state({ relation, online, playing, url }) {
    if (relation === "asking") return t("people.asks");
    if (relation === "asked") return t("people.asked");
    if (playing && url) return html("a", { href: url }, t("people.watch", { game: playing }));
    if (playing) return t("people.playing", { game: playing });
    return t(online ? "people.online" : "people.offline");
  }

  /** @param {OpponentEntry} opponent */
  #opponent({ person, name: known, title, at, relation }) {
    const name = personName(known);
    const who = html(
      "span",
      { class: "who" },
      html("b", {}, name),
      html("small", {}, `${title} · ${day(at)}`),
    );
    const ask =
      relation === "none"
        ? this.#button(`ask-${person}`, "people.ask", name, false, () =>
            send("POST", "/api/me/friends", { person }),
          )
        : html("span", { class: "mark" }, t(`people.is_${relation}`));
    return html("li", {}, who, ask);
  }

  /**
   * @param {string} id by which the focus finds it again
   * @param {string} key of its text
   * @param {string} name of the person, for those who only hear the button
   * @param {boolean} main
   * @param {() => Promise<import("../net/requests.js").Outcome | null>} act
   */
  #button(id, key, name, main, act) {
    const button = html(
      "button",
      {
        type: "button",
        id,
        class: main ? "main" : null,
        "aria-label": `${t(key)}: ${isolate(name)}`,
      },
      t(key),
    );
    button.addEventListener("click", async () => {
      const done = await act();
      if (!done) return;
      this.words.textContent = done.ok ? "" : done.error;
      await this.update();
    });
    return button;
  }
}

/**
 * Ask for a game, and create a table for it where a seat is reserved for a friend.
 * @param {string} path of the friend
 * @param {string} name
 */
async function invitation(path, name) {
  const choice = new GameChoice(await playableGames());
  openSheet(t("people.invite_to", { name }), [choice.node], t("people.invite"), async () => {
    const made = await send("POST", `${path}/tables`, choice.table(ownName()));
    if (!made.ok) return made.error;
    host.go(made.data.url);
    return null;
  });
}
