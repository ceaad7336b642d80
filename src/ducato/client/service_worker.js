/**
 * The service worker: shows the messages that the server pushes, and opens the table when one is
 * clicked. It caches nothing and answers no requests.
 */

/** @typedef {{title: string, body: string, url: string, tag: string}} PushMessage */

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

addEventListener("push", (event) => {
  /** @type {PushMessage} */
  const { title, body, url, tag } = event.data.json();
  const options = { body, tag, icon: "/static/icons/icon-192.png", data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

/**
 * Tell the server by which subscription it reaches this browser, which has ended or replaced the
 * one before.
 * @param {{oldSubscription?: PushSubscription | null, newSubscription?: PushSubscription | null}}
 *   event
 */
async function renew({ oldSubscription, newSubscription }) {
  const { key } = await (await fetch("/api/push")).json();
  if (!key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const now = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = now.toJSON();
  await post("/api/push", { endpoint, keys });
  if (oldSubscription) await post("/api/push/end", { endpoint: oldSubscription.endpoint });
}

/** @param {string} path @param {object} body */
const post = (path, body) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** @param {URL} url to show: in the page that shows it already, if there is one */
async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === url.pathname);
  await (page ? page.focus() : self.clients.openWindow(url));
}
