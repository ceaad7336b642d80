/**
 * The page that a mailed link opens. The token follows the # of the address, a part that is never
 * sent to a server or logged. It is used by a click, not by opening the page, because mail programs
 * open links, too.
 */

import { send } from "../net/requests.js";
import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { need } from "../ui/dom.js";
import { notePerson } from "../ui/person_changed.js";

/**
 * @param {{name: string, has_name: boolean, tables_taken_over: number, elsewhere: boolean}} reply
 */
function welcome({ name, has_name, tables_taken_over: n, elsewhere }) {
  const sentences = [has_name ? t("verify_email.done", { name }) : t("verify_email.named")];
  if (n > 0) sentences.push(t("verify_email.taken_over", { n }));
  if (elsewhere) sentences.push(t("verify_email.elsewhere"));
  return sentences.join(" ");
}

await loadStrings();
listenToControls(() => {});
const button = need("verify", HTMLButtonElement);
const words = need("verify-status", HTMLElement);
button.addEventListener("click", async () => {
  button.disabled = true;
  const answer = await send("POST", "/api/me/email/verify", { token: location.hash.slice(1) });
  words.textContent = answer.ok ? welcome(answer.data) : answer.error;
  button.hidden = answer.ok;
  if (!answer.ok) button.disabled = false;
  if (answer.ok) notePerson(answer.data);
  if (answer.ok && !answer.data.has_name) {
    const home = need("verify-home", HTMLAnchorElement);
    home.href = "/account";
    home.textContent = t("account.page");
  }
  history.replaceState(null, "", location.pathname);
});
