/**
 * The page of a challenge: who challenges to what, to be accepted.
 */

import { describeGame } from "../home/about_game.js";
import { read, send } from "../net/requests.js";
import { challengeFacts, copyButton } from "../people/challenges.js";
import { host } from "../state/host.js";
import { recall, remember } from "../state/settings.js";
import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";

/** @typedef {import("ducato/api").ChallengeEntry} ChallengeEntry */

const { challenge: id = "" } = document.body.dataset;
const path = `/api/challenges/${encodeURIComponent(id)}`;
const content = need("content", HTMLElement);

await loadStrings();
listenToControls(() => void load());
await load();

async function load() {
  /** @type {[ChallengeEntry | null, {name: string | null} | null]} */
  const [challenge, account] = await Promise.all([read(path), read("/api/me")]);
  const title = need("who", HTMLElement);
  if (!challenge) {
    title.textContent = t("people.challenge_over");
    content.replaceChildren(
      html("p", {}, html("a", { class: "main", href: "/" }, t("people.home"))),
    );
    return;
  }
  title.textContent = t(challenge.own ? "people.own_challenge" : "people.challenges_you", {
    name: challenge.name,
    game: challenge.title,
  });
  const about = html("div");
  void describeGame(challenge.game, null).then(
    (described) => described && about.replaceWith(described),
  );
  content.replaceChildren(
    html("p", {}, challengeFacts(challenge)),
    about,
    ...(challenge.own ? ownWords() : [answerForm(account?.name ?? null)]),
  );
}

function ownWords() {
  return [
    html("p", {}, t("people.send_link")),
    html("p", {}, html("output", { class: "link" }, location.href)),
    html("p", {}, copyButton(location.href)),
  ];
}

/** @param {string | null} known the reader's name */
function answerForm(known) {
  const name = html("input", {
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    value: recall("name") ?? "",
    placeholder: t("lobby.person_default", { number: 2 }),
  });
  const wrong = html("p", { class: "wrong", role: "alert", hidden: true });
  const accept = html("button", { class: "main" }, t("people.accept"));
  const form = html(
    "form",
    { class: "game-choice", novalidate: true },
    known === null && html("label", {}, html("span", {}, t("account.name")), name),
    wrong,
    html(
      "div",
      { class: "buttons" },
      accept,
      html("a", { class: "main plain", href: "/" }, t("people.decline")),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    accept.disabled = true;
    const called = known ?? (name.value.trim() || t("lobby.person_default", { number: 2 }));
    const done = await send("POST", `${path}/accept`, known === null ? { name: called } : {});
    accept.disabled = false;
    if (done.ok) {
      remember("name", called);
      host.go(done.data.url);
    } else {
      wrong.hidden = false;
      wrong.textContent = done.error;
    }
  });
  return form;
}
