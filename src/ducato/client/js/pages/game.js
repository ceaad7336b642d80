/** The room of a game, and the page of all games that are being played, which is built alike. */

import { showRoom } from "../home/room.js";
import { showWatch } from "../home/watch.js";

await ("room" in document.body.dataset ? showRoom() : showWatch());
