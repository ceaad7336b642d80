/**
 * The settings of what a table says beyond its board: the volume of its sounds, and
 * notifications.
 */

import { need } from "../ui/dom.js";
import { listenToNotifications } from "./notifications.js";
import { hear, listenForGesture, muted, setMuted, setVolume, volume } from "./sounds.js";

/** Show the settings and keep what is chosen; a new volume is heard at once. */
export function listenToSenses() {
  listenForGesture();
  listenToNotifications();
  const slider = need("volume", HTMLInputElement);
  const mute = need("mute", HTMLButtonElement);
  const show = () => {
    slider.value = String(volume());
    mute.setAttribute("aria-pressed", String(muted()));
  };
  show();
  slider.addEventListener("change", () => {
    setVolume(Number(slider.value));
    setMuted(false);
    show();
    void hear("coin");
  });
  mute.addEventListener("click", () => {
    setMuted(!muted());
    show();
    void hear("coin");
  });
}
