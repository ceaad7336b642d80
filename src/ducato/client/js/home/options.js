/**
 * The options of a game as form fields, by their declared types. An edition sets some of them; only
 * what the person changed beyond it is sent, so that an edition stays what it is.
 */

import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").CatalogEdition} Edition */
/** @typedef {import("ducato/api").CatalogOption} GameOption */

/**
 * @typedef {{edition: Edition, players: number}} Basis what options start from: some differ with
 *   the number of players
 */

/** @param {GameOption} option */
const fieldName = (option) => `option.${option.name}`;

/**
 * @param {GameOption} option
 * @param {Basis} basis
 */
const preset = (option, { edition, players }) =>
  edition.by_players[players]?.[option.name] ?? option.by_players[players] ?? option.default;

/**
 * @param {GameOption} option
 * @param {Basis} basis
 */
function control(option, basis) {
  const name = fieldName(option);
  const value = preset(option, basis);
  if (option.type === "bool")
    return html("input", { type: "checkbox", name, checked: value === true });
  if (option.type === "int") {
    const [min, max] = option.range ?? [];
    return html("input", {
      type: "number",
      name,
      min,
      max,
      step: 1,
      value: Number(value),
      required: true,
    });
  }
  return html(
    "select",
    { name },
    ...option.choices.map((choice) =>
      html("option", { value: choice.name, selected: choice.name === value }, choice.title),
    ),
  );
}

/**
 * @param {GameOption} option
 * @param {Basis} basis
 */
export function optionField(option, basis) {
  return html(
    "label",
    { class: "choice", "data-field": `options.${option.name}` },
    control(option, basis),
    html("span", {}, option.about || option.name),
  );
}

/**
 * Set options from an address. Unknown options and invalid values are ignored, since the form
 * shows what will be played.
 * @param {GameOption[]} options
 * @param {URLSearchParams} wanted
 * @param {HTMLFormElement} form
 */
export function presetOptions(options, wanted, form) {
  for (const option of options) {
    const text = wanted.get(option.name);
    const field = form.elements.namedItem(fieldName(option));
    if (text === null) continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = /^(true|1|yes|on)$/i.test(text);
    else if (field instanceof HTMLInputElement && /^-?\d+$/.test(text)) field.value = text;
    else if (
      field instanceof HTMLSelectElement &&
      [...field.options].some(({ value }) => value === text)
    )
      field.value = text;
  }
}

/**
 * @param {GameOption[]} options
 * @param {Basis} basis
 * @param {HTMLFormElement} form
 * @returns {Record<string, boolean | number | string>} what differs from the edition, in the
 *   declared types
 */
export function changedOptions(options, basis, form) {
  const data = new FormData(form);
  const chosen = options.map((option) => {
    const text = data.get(fieldName(option));
    const value =
      option.type === "bool" ? text !== null : option.type === "int" ? Number(text) : String(text);
    return { option, value };
  });
  return Object.fromEntries(
    chosen
      .filter(({ option, value }) => value !== preset(option, basis))
      .map(({ option, value }) => [option.name, value]),
  );
}
