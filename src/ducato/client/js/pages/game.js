/** The room of a game, and the page of all games that are being played, which is built alike. */

import { showWatch } from "../home/watch.js";
import { showRoom } from "../people/room.js";

await ("room" in document.body.dataset ? showRoom() : showWatch());
