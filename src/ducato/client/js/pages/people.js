/**
 * The page about people: invitations, friends, opponents, challenges and groups.
 */

import { keepLooking, read } from "../net/requests.js";
import { Challenges } from "../people/challenges.js";
import { Friends } from "../people/friends.js";
import { Groups } from "../people/groups.js";
import { Invitations } from "../people/invitations.js";
import { remember } from "../state/settings.js";
import { loadStrings } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";

const content = need("signed-in", HTMLElement);
const sections = ["invitations", "friends", "opponents", "challenges", "groups"].map((id) =>
  html("section", { id, class: "people-part" }),
);
const [invited, friendly, played, challenged, grouped] = /** @type {HTMLElement[]} */ (sections);
content.append(...sections);
const invitations = new Invitations(/** @type {HTMLElement} */ (invited));
const friends = new Friends(
  /** @type {HTMLElement} */ (friendly),
  /** @type {HTMLElement} */ (played),
);
const challenges = new Challenges(/** @type {HTMLElement} */ (challenged));
const groups = new Groups(/** @type {HTMLElement} */ (grouped));

await loadStrings();
listenToControls(() => void load());
await load();
keepLooking(update);

async function load() {
  const account = await read("/api/me");
  const known = Boolean(account?.name);
  need("signed-out", HTMLElement).hidden = known;
  content.hidden = !known;
  if (!known) return;
  remember("name", account.name);
  invitations.forget();
  await Promise.all([update(), challenges.update(), groups.update()]);
}

async function update() {
  if (content.hidden) return;
  await Promise.all([invitations.update(), friends.update()]);
}
