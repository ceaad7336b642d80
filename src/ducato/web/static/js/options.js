/**
 * The options of a game as form fields, by their declared types.
 */

import { html } from "./dom.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").GameOption} GameOption */

/** @param {GameOption} option the form's name of its field */
const fieldName = (option) => `option.${option.name}`;

/** @param {GameOption} option */
function control(option) {
  const name = fieldName(option);
  if (option.type === "bool") return html("input", { type: "checkbox", name, checked: option.default === true });
  if (option.type === "int") {
    const [min, max] = option.range ?? [];
    return html("input", { type: "number", name, min, max, step: 1, value: Number(option.default), required: true });
  }
  return html("select", { name }, ...(option.choices ?? []).map((choice) => {
    const { name: value, title } = typeof choice === "string" ? { name: choice, title: choice } : choice;
    return html("option", { value, selected: value === option.default }, title);
  }));
}

/** @param {GameOption} option */
export function optionField(option) {
  return html("label", { class: "choice", "data-field": `options.${option.name}` }, control(option), html("span", {}, option.about || option.name));
}

/**
 * @param {Game} game
 * @param {HTMLFormElement} form
 * @returns {Record<string, boolean | number | string>} what was chosen, in the declared types
 */
export function chosenOptions(game, form) {
  const data = new FormData(form);
  return Object.fromEntries(game.options.map((option) => {
    const value = data.get(fieldName(option));
    if (option.type === "bool") return [option.name, value !== null];
    return [option.name, option.type === "int" ? Number(value) : String(value)];
  }));
}
