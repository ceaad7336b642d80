/**
 * The list of tournaments, and the form by which an account hosts one.
 */

import { keepLooking, read } from "../net/requests.js";
import { language, loadStrings, t } from "../state/strings.js";
import { NewTournament } from "../tournaments/new_tournament.js";
import { timeControlText } from "../tournaments/words.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { dateAndTime, withTimeLeft } from "../ui/format.js";

/** @typedef {import("ducato/api").TournamentEntry} TournamentEntry */

const setup = need("setup", HTMLDialogElement);
const form = new NewTournament(need("new-tournament", HTMLFormElement));

await loadStrings();
listenToControls(() => void load());
need("host", HTMLElement).addEventListener("click", () => setup.showModal());
need("close-setup", HTMLElement).addEventListener("click", () => setup.close());
setup.addEventListener("click", ({ target }) => target === setup && setup.close());
await load();
keepLooking(showList);

async function load() {
  const [me, games] = await Promise.all([
    read("/api/me"),
    fetch(`/api/games?lang=${language()}`).then((answer) => (answer.ok ? answer.json() : [])),
    showList(),
  ]);
  need("host", HTMLElement).hidden = !me?.email;
  need("host-about", HTMLElement).hidden = Boolean(me?.email);
  form.show(games.filter((/** @type {any} */ { unavailable }) => unavailable === null));
}

/** Show the tournaments as they are now; those shown before stay if the server is unreachable. */
async function showList() {
  /** @type {TournamentEntry[] | null} */
  const found = await read("/api/tournaments");
  if (!found) return;
  const over = found.filter(({ status }) => status === "finished");
  const current = found.filter(({ status }) => status !== "finished").map(item);
  need("current", HTMLElement).replaceChildren(
    ...(current.length > 0 ? current : [html("li", {}, t("tournaments.none"))]),
  );
  need("finished", HTMLElement).replaceChildren(...over.map(item));
  need("finished-part", HTMLElement).hidden = over.length === 0;
}

/** @param {TournamentEntry} one */
function item(one) {
  const facts = [one.title, t(`tournaments.${one.format}`), timeControlText(one.time_control)];
  return html(
    "li",
    {},
    html(
      "a",
      { href: one.url },
      html("b", {}, one.name),
      html("span", {}, facts.join(" · ")),
      html("span", {}, t("tournaments.count", { count: one.entrants, most: one.most_entrants })),
      html("small", {}, statusText(one)),
    ),
  );
}

/** @param {TournamentEntry} one */
function statusText(one) {
  if (one.status === "running") return t("tournaments.in_round", { round: one.round });
  if (one.status === "finished") return t("tournaments.over");
  if (one.starts !== null)
    return t("tournaments.starts_at", { when: withTimeLeft(dateAndTime(one.starts), one.starts) });
  return t(one.entry_open ? "tournaments.entry_open" : "tournaments.entry_closed");
}
