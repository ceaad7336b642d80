/** Fetches the analysis room, and its texts: a table does without both at first. */

import { loadAllStrings } from "../state/strings.js";
import { loadPart } from "../ui/update.js";

/** @returns what is exported there; null if it cannot be had */
export async function loadRoom() {
  const [part] = await Promise.all([
    loadPart(() => import("../analysis/analysis_room.js")),
    loadAllStrings(),
  ]);
  return part;
}
