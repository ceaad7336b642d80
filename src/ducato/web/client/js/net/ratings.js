/**
 * What the people of a table let everybody see beside their names: a rating, and a page of their
 * own.
 */

/** @typedef {import("./protocol.js").TablePeople} TablePeople */

/**
 * @param {string} table its id
 * @returns {Promise<TablePeople | null>} null when the line is down
 */
export async function peopleAt(table) {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/people`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
