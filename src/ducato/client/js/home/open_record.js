/** Opens the record of a game that was played elsewhere: its analysis room is the next page. */

import { createTable } from "../net/new_table.js";
import { textOf } from "../net/text_file.js";
import { t } from "../state/strings.js";
import { need } from "../ui/dom.js";

/** Bytes; the server takes no more. */
const LARGEST = 500_000;

/** Listen to the field for the file. */
export function listenForRecords() {
  const field = need("record", HTMLInputElement);
  const wrong = need("record-wrong", HTMLElement);
  field.addEventListener("change", async () => {
    const [file] = field.files ?? [];
    wrong.textContent = "";
    if (!file) return;
    if (file.size > LARGEST) {
      wrong.textContent = t("watch.record_large");
      return;
    }
    field.disabled = true;
    const error = await createTable("/api/records", { record: await textOf(file) }, "#step=0");
    field.disabled = false;
    if (error) wrong.textContent = error.error;
    field.value = "";
  });
}
