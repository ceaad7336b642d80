/** A small dialog with a form: fields, a button that sends them, and one that closes it. */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** Numbers the titles, by which dialogs are labelled. */
let count = 0;

/**
 * Open a dialog.
 * @param {string} title
 * @param {(Node | null)[]} fields
 * @param {string} action label of the button that sends the form
 * @param {() => Promise<string | null>} submit what is wrong, or null if the dialog may close
 */
export function openSheet(title, fields, action, submit) {
  count += 1;
  const id = `sheet-title-${count}`;
  const wrong = html("p", { class: "wrong", role: "alert", hidden: true });
  const button = html("button", { class: "main" }, action);
  const closer = html("button", { type: "button" }, t("help.close"));
  const form = html(
    "form",
    { novalidate: true },
    html("h2", { id }, title),
    ...fields,
    wrong,
    html("div", { class: "buttons" }, button, closer),
  );
  const dialog = html("dialog", { class: "people-sheet", "aria-labelledby": id }, form);
  closer.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const reason = await submit();
    button.disabled = false;
    wrong.hidden = reason === null;
    wrong.textContent = reason ?? "";
    if (reason === null) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
