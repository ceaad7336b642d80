/**
 * The page that a mailed link opens. The token follows the # of the address, a part that is never
 * sent to a server or logged. It is used by a click, not by opening the page, because mail programs
 * open links, too.
 */

import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { need } from "../ui/dom.js";

await loadStrings();
listenToControls(() => {});
const button = need("verify", HTMLButtonElement);
const words = need("verify-status", HTMLElement);
button.addEventListener("click", async () => {
  button.disabled = true;
  const answer = await fetch("/api/me/email/verify", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: location.hash.slice(1) }),
  });
  const reply = await answer.json();
  words.textContent = answer.ok ? t("verify_email.done", { name: reply.name }) : reply.error;
  button.hidden = answer.ok;
  history.replaceState(null, "", location.pathname);
});
