/**
 * The settings of every page, as selects that show and keep the choice.
 */

import { need } from "./dom.js";
import { recall, remember, setTheme, showTheme, speed, theme } from "./settings.js";
import { LANGUAGES, language, setLanguage } from "./strings.js";

/** @param {() => void} retold what to do once the texts are in another language */
export function listenToControls(retold) {
  showTheme();
  const languages = need("language", HTMLSelectElement);
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code);
    option.lang = code;
    languages.add(option);
  }
  languages.value = language();
  languages.addEventListener("change", async () => {
    await setLanguage(/** @type {import("./types.js").Lang} */ (languages.value));
    retold();
  });

  const themes = need("theme", HTMLSelectElement);
  themes.value = theme();
  themes.addEventListener("change", () => setTheme(/** @type {import("./settings.js").Theme} */ (themes.value)));

  const confirms = need("confirm", HTMLSelectElement);
  confirms.value = recall("confirm") ?? "no";
  confirms.addEventListener("change", () => remember("confirm", confirms.value));

  const speeds = need("speed", HTMLSelectElement);
  speeds.value = speed();
  speeds.addEventListener("change", () => remember("speed", speeds.value));
}

/**
 * A disclosure that stays as the person left it.
 * @param {HTMLDetailsElement} details
 * @param {boolean} open at the first time
 */
export function keepOpen(details, open) {
  const kept = recall(`open.${details.id}`);
  details.open = kept === null ? open : kept === "true";
  details.addEventListener("toggle", () => remember(`open.${details.id}`, String(details.open)));
}
