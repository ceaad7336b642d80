/** Names of persons as people read them. */

import { t } from "../state/strings.js";

/**
 * @param {string} name that a person has chosen; empty if they have chosen none
 * @returns {string}
 */
export const personName = (name) => name || t("people.nameless");
