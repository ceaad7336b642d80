/**
 * The personal data of an account: downloads them as a file, and deletes the account after saying
 * what that means.
 */

import { send } from "../net/requests.js";
import { forgetPerson } from "../state/settings.js";
import { t, withoutControls } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { notePerson } from "../ui/person_changed.js";

/**
 * Fill the collapsed section about personal data.
 * @param {HTMLDetailsElement} container
 * @param {string} name of this browser's user, or the e-mail address of an account without a name
 * @param {(words: string) => void} whenDeleted called after the account was deleted
 */
export function showPersonalData(container, name, whenDeleted) {
  const written = html("input", {
    id: "delete-name",
    required: true,
    maxlength: 254,
    autocomplete: "off",
  });
  const words = html("p", { role: "alert" });
  const button = html("button", {}, t("account.delete_do"));
  const form = html(
    "form",
    { id: "delete" },
    html("label", { for: "delete-name" }, t("account.delete_name", { name })),
    written,
    button,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    words.textContent = "";
    if (withoutControls(written.value).trim() !== name) {
      words.textContent = t("account.delete_other");
      return;
    }
    button.disabled = true;
    const answer = await send("POST", "/api/me/delete", { name: written.value });
    if (answer.ok) {
      forgetPerson();
      notePerson({ person: null });
      whenDeleted(t(answer.data.done ? "account.deleted" : "account.deleted_soon"));
    } else words.textContent = answer.error;
    button.disabled = false;
  });
  container.replaceChildren(
    html("summary", {}, t("account.data")),
    html("p", {}, t("account.data_about")),
    html(
      "p",
      {},
      html("a", { class: "main", href: "/api/me/data", download: true }, t("account.download")),
    ),
    html("h2", {}, t("account.delete")),
    html("p", {}, t("account.delete_goes")),
    html("p", {}, t("account.delete_stays")),
    html("p", {}, html("b", {}, t("account.delete_for_ever"))),
    form,
    words,
  );
}
