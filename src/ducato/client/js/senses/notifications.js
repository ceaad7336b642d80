/**
 * Notifications that it is the reader's turn, for those who switch them on: by this page while it
 * is hidden, and by the server at slow tables when the page is closed.
 */

import { send } from "../net/requests.js";
import { closeNotifications, recall, remember, serviceWorkers } from "../state/settings.js";
import { t } from "../state/strings.js";
import { state } from "../state/table_state.js";
import { need } from "../ui/dom.js";

const WORKER = "/service-worker.js";
const ICON = "/static/icons/icon-192.png";

const supported = () => "Notification" in globalThis && serviceWorkers() !== undefined;

/** @returns {boolean} whether notifications are switched on, and the browser allows them */
export const wanted = () =>
  supported() && recall("notifications") === "on" && Notification.permission === "granted";

/** Say that it is the reader's turn, if the page is hidden and they want to be told. */
export async function notifyTurn() {
  const { table } = state;
  if (!table || !document.hidden || !wanted()) return;
  const worker = await navigator.serviceWorker.register(WORKER);
  const { pathname } = location;
  await worker.showNotification(t("table.your_turn"), {
    body: table.title,
    tag: table.id,
    icon: ICON,
    data: { url: pathname },
  });
}

/** Show the button that switches notifications on and off, where the browser has any. */
export function listenToNotifications() {
  const button = need("notifications", HTMLButtonElement);
  button.hidden = !supported();
  const show = () => button.setAttribute("aria-pressed", String(wanted()));
  show();
  if (wanted()) void renew().catch(() => {}); // the browser may forbid it for a while
  document.addEventListener("visibilitychange", () => {
    // What a notification says is seen once the table itself is.
    if (!document.hidden && state.table) void closeNotifications(state.table.id);
  });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await (wanted() ? switchOff() : switchOn());
    } finally {
      button.disabled = false;
      show();
    }
  });
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return;
  remember("notifications", "on");
  await navigator.serviceWorker.register(WORKER);
  await subscribe().catch(() => {
    // Without a push service, the page still notifies while it is open.
  });
}

/**
 * Subscribe again: the browser may have let the subscription go, as all do after a while, and the
 * server has if the session is another one, as it is after a log-in.
 */
async function renew() {
  await navigator.serviceWorker.register(WORKER);
  await subscribe();
}

async function subscribe() {
  const { key } = await (await fetch("/api/push")).json();
  if (!key) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The server may have got another key, and a browser subscribes with one.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  await send("POST", "/api/push", { endpoint, keys });
}

async function switchOff() {
  remember("notifications", "off");
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await send("POST", "/api/push/end", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}
