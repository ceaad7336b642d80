/**
 * The section about the reader: their name, and the form by which guests save their account with an
 * e-mail address, and others log in.
 */

import { send } from "../net/requests.js";
import { host } from "../state/host.js";
import { forgetPerson, remember } from "../state/settings.js";
import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { notePerson } from "../ui/person_changed.js";

/**
 * @typedef {object} Me
 * @property {string | null} name
 * @property {string | null} email
 * @property {boolean} has_name
 * @property {boolean} awaits_code
 * @property {string | null} person
 */

/**
 * Show the user of this browser, or the way to log in.
 *
 * @param {boolean} later whether the section stays hidden, for the caller to show
 */
export async function showAccount(later = false) {
  const container = need("account", HTMLElement);
  const answer = await fetch("/api/me");
  /** @type {Me} */
  const me = answer.ok
    ? await answer.json()
    : { name: null, email: null, has_name: false, awaits_code: false, person: null };
  if (answer.ok) notePerson(me);
  container.hidden = later;
  if (me.name === null) {
    if (answer.ok) forgetPerson();
    const link = html("a", { href: "/account" }, t("account.log_in"));
    container.replaceChildren(html("p", {}, link));
    return;
  }
  if (me.has_name) remember("name", me.name); // used as the name everywhere
  const words = html(
    "p",
    { role: "status" },
    !me.email
      ? t("account.guest", { name: me.name })
      : me.has_name
        ? t("account.known", { name: me.name, email: me.email })
        : t("account.nameless", { email: me.email }),
  );
  if (me.email && !me.has_name) words.append(" ", t("account.choose_name"));
  container.replaceChildren(html("h2", {}, t("account.title")), words);
  if (location.pathname !== "/account")
    container.append(html("p", {}, html("a", { href: "/account" }, t("account.page"))));
  if (me.email) {
    if (location.pathname === "/account") container.append(logoutEverywhere(words));
    return;
  }
  container.append(me.awaits_code ? codeForm(words) : emailForm(words, t("account.save")));
}

/**
 * A form that asks for a link by e-mail, which logs in or makes a guest's account.
 *
 * @param {HTMLElement} words where to say that the link was sent, or what went wrong
 * @param {string} label of its button
 */
export function emailForm(words, label) {
  const email = html("input", {
    type: "email",
    required: true,
    maxlength: 254,
    autocomplete: "email",
    "aria-label": t("account.email"),
    placeholder: t("account.email"),
  });
  const form = html("form", {}, email, html("button", {}, label));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sent = await send("POST", "/api/me/email", { email: email.value });
    if (sent.ok) {
      words.textContent = t("account.sent", { email: email.value });
      words.hidden = false;
      form.replaceWith(codeForm(words));
    } else words.textContent = sent.error;
  });
  return form;
}

/**
 * A form for the code of the e-mail that this browser asked for.
 *
 * @param {HTMLElement} words where to say what went wrong
 */
export function codeForm(words) {
  const code = html("input", {
    name: "code",
    required: true,
    maxlength: 20,
    inputmode: "numeric",
    autocomplete: "one-time-code",
    "aria-label": t("account.code"),
    placeholder: t("account.code"),
  });
  const form = html("form", { id: "code-form" }, code, html("button", {}, t("account.enter_code")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await send("POST", "/api/me/email/code", { code: code.value });
    if (answer.ok) host.go("/account");
    else words.textContent = answer.error;
  });
  return form;
}

/**
 * A button that ends all sessions. Only account holders can log in again, so guests do not get it.
 *
 * @param {HTMLElement} words where to say what went wrong
 */
function logoutEverywhere(words) {
  const button = html(
    "button",
    { type: "button", id: "logout-everywhere" },
    t("account.logout_everywhere"),
  );
  button.addEventListener("click", async () => {
    const answer = await send("POST", "/api/logout/everywhere");
    if (answer.ok) {
      forgetPerson();
      location.reload();
    } else words.textContent = answer.error;
  });
  return html("p", {}, button, html("small", {}, t("account.logout_everywhere_about")));
}
