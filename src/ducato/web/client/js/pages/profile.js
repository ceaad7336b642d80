/**
 * The public page of a person: ratings, and ranks in finished games.
 */

import { language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { day } from "../ui/format.js";
import { rankText, ratingsTable } from "./profile_parts.js";

await loadStrings();
listenToControls(() => void load());
await load();

async function load() {
  const { person = "" } = document.body.dataset;
  const answer = await fetch(`/api/people/${encodeURIComponent(person)}?lang=${language()}`);
  if (!answer.ok) return;
  /** @type {import("../net/protocol.js").PublicProfile} */
  const profile = await answer.json();
  need("who", HTMLElement).textContent = profile.name;
  need("ratings", HTMLElement).replaceChildren(ratingsTable(profile.ratings));
  const lines = profile.tables.map((table) =>
    html(
      "li",
      { class: "played" },
      html("b", {}, table.title),
      html("span", {}, rankText(table.rank, table.players)),
      table.rated && html("span", { class: "rated" }, t("account.is_rated")),
      html("small", {}, day(table.updated)),
    ),
  );
  need("tables", HTMLElement).replaceChildren(
    ...(lines.length ? lines : [html("li", {}, t("account.no_tables"))]),
  );
}
