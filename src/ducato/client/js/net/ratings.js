/**
 * Fetches what the people of a table show beside their names: a rating, and a public page.
 */

import { host } from "../state/host.js";

/** @typedef {import("ducato/api").TablePeople} TablePeople */

/**
 * @param {string} table its id
 * @returns {Promise<TablePeople | null>} null while the server cannot be reached
 */
export async function peopleAt(table) {
  try {
    const answer = await host.request(`/api/tables/${encodeURIComponent(table)}/people`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
