/**
 * What every page has: the settings, as selects that show and keep the choice, and the watch for
 * another person at this browser.
 */

import { listenToBack } from "../state/back.js";
import { recall, remember, showSettings, speed, theme } from "../state/settings.js";
import { language, languages, setLanguage } from "../state/strings.js";
import { showCalls, watchCalls } from "./calls.js";
import { need } from "./dom.js";
import { actOncePerKey } from "./keys.js";
import { watchPerson } from "./person_changed.js";

/** @param {() => void} retold what to do once the texts are in another language */
export function listenToControls(retold) {
  showSettings();
  watchPerson();
  listenToBack();
  actOncePerKey();
  watchCalls();
  const select = need("language", HTMLSelectElement);
  for (const [code, name] of Object.entries(languages())) {
    const option = new Option(name, code);
    option.lang = code;
    select.add(option);
  }
  select.value = language();
  select.addEventListener("change", async () => {
    await setLanguage(select.value);
    void showCalls();
    retold();
  });

  keep("theme", theme());
  keep("confirm", recall("confirm") ?? "no");
  keep("speed", speed());
}

/**
 * A select that keeps what is chosen.
 * @param {string} key by which it is kept, also the id of the select
 * @param {string} value chosen so far
 */
export function keep(key, value) {
  const select = need(key, HTMLSelectElement);
  select.value = value;
  select.addEventListener("change", () => {
    remember(key, select.value);
    showSettings();
  });
}
