/**
 * The lesson: what to do next, beside the only thing that can be done, and at its end a way into a
 * first game.
 */

import { Spotlight } from "../inspect/spotlight.js";
import { startQuickTable } from "../net/new_table.js";
import { recall, remember } from "../state/settings.js";
import { language, t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { ruleLink } from "./side_panel.js";

/** @typedef {NonNullable<import("../net/protocol.js").View["lesson"]>} Lesson */

const words = need("lesson", HTMLElement);
const spotlight = new Spotlight(words);
const CHOICES = ".can > .act, #buttons .action";
const MENU = ".menu [role=menuitem]:not([data-action='-1'])";

// A menu takes the light, and gives it back.
document.addEventListener("toggle", lightChoice, true);

/** @param {Lesson} lesson */
function content(lesson) {
  return [
    ...(lesson.goal
      ? [html("p", { class: "goal" }, html("b", {}, t("lesson.goal")), ` ${lesson.goal}`)]
      : []),
    html(
      "p",
      {},
      html("b", {}, t("lesson.step", { number: lesson.number, of: lesson.of })),
      ` ${lesson.text} `,
      lesson.clause && ruleLink(lesson.clause),
    ),
    ...(lesson.number === lesson.of ? [bridge()] : []),
  ];
}

/** The way from the lesson into a first game. */
function bridge() {
  const button = html("button", { type: "button", class: "main first-game" }, t("lesson.play"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    const name = recall("name") || t("lobby.person_default", { number: 1 });
    const wrong = await startQuickTable(document.body.dataset.game ?? "", name);
    if (wrong) button.after(html("p", { class: "wrong", role: "alert" }, wrong.error ?? ""));
    button.disabled = false;
  });
  return button;
}

/** Remember that the lesson of this game was finished. */
function noteLearned() {
  const learned = new Set((recall("lessons") ?? "").split(" ").filter(Boolean));
  remember("lessons", [...learned.add(document.body.dataset.game ?? "")].join(" "));
}

/** Light the only thing that can be chosen, if there is only one. */
export function lightChoice() {
  const taught = !words.hidden && !words.querySelector(".first-game");
  const shown = taught && document.body.matches(".ready.my-turn:not(.replaying)");
  const menu = [...document.querySelectorAll(MENU)];
  const choices = menu.length ? menu : [...document.querySelectorAll(CHOICES)];
  const [choice = null] = choices;
  // What is clicked to choose a region lies over the whole map.
  const land = choice?.closest(".kind-region")?.querySelector(".land");
  spotlight.show(shown && choices.length === 1 ? (land ?? choice) : null);
}

/** @param {Lesson | null} lesson */
export function showLesson(lesson) {
  words.hidden = lesson === null;
  const key = JSON.stringify([lesson, language()]);
  if (words.dataset.key !== key) {
    words.dataset.key = key;
    words.replaceChildren();
    if (lesson) words.append(...content(lesson));
    if (lesson?.number === lesson?.of && lesson) noteLearned();
  }
  lightChoice();
}
