/**
 * The administrators' page. The token is entered once and becomes a cookie that scripts cannot
 * read; nothing of it stays in the page.
 */

import { showPeople, showPerson } from "../admin/people.js";
import { listenToReports, showReports } from "../admin/reports.js";
import { listenToLock, request, say } from "../admin/requests.js";
import { showActions, showHealth, showTables, showWords } from "../admin/server.js";
import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { need } from "../ui/dom.js";
import { Tabs } from "../ui/tabs.js";

const login = need("login", HTMLFormElement);
const token = need("token", HTMLInputElement);
const admin = need("admin", HTMLElement);
/** @type {Record<string, () => Promise<void>>} */
const PARTS = {
  reports: showReports,
  people: showPeople,
  tables: showTables,
  health: showHealth,
  words: showWords,
  actions: showActions,
};

await loadStrings();
listenToControls(() => void show());
listenToLock(() => {
  admin.hidden = true;
  login.hidden = false;
  token.focus();
});
for (const [part, showPart] of Object.entries(PARTS))
  admin.querySelector(`#${part}`)?.addEventListener("show", () => {
    if (!admin.hidden) void showPart();
  });
const tabs = new Tabs(need("admin-tabs", HTMLElement), "reports");
listenToReports((id) => {
  tabs.open("people");
  void showPerson(id);
});
login.addEventListener("submit", async (event) => {
  event.preventDefault();
  const done = await request("/session", "POST", { token: token.value });
  token.value = "";
  if (done) await show();
});
need("leave", HTMLButtonElement).addEventListener("click", async () => {
  if (!(await request("/session", "DELETE"))) return;
  await show();
  say(t("admin.left"));
});
await show();

/** Show the part whose tab is open, or ask for the token. */
async function show() {
  const session = await request("/session");
  admin.hidden = !session?.admin;
  login.hidden = Boolean(session?.admin);
  if (admin.hidden) {
    token.focus();
    return;
  }
  for (const [part, showPart] of Object.entries(PARTS)) if (tabs.isOpen(part)) await showPart();
}
