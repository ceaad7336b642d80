/**
 * The service worker of an exported page: keeps all its files, so that it needs no network after
 * the first visit. The build writes `VERSION` and `FILES` above this. A new version waits until a
 * page begins anew; games lie elsewhere, and no version touches them.
 */

/** @type {string} */
const version = VERSION;
/** The files with what identifies their contents. @type {Record<string, string>} */
const files = FILES;

const SCOPE = self.registration.scope;
const PREFIX = `ducato ${new URL(SCOPE).pathname} `;
const NAME = PREFIX + version;
/** Where a cache says what it holds. */
const CONTENTS = `${SCOPE}contents.json`;
/** How many files are fetched at a time. */
const AT_ONCE = 6;

/** The names of our caches, oldest first. */
const ours = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

async function install() {
  const cache = await caches.open(NAME);
  /** @type {{from: Cache, contents: Record<string, string>}[]} */
  const earlier = [];
  for (const name of await ours()) {
    const from = await caches.open(name);
    const contents = await from.match(CONTENTS);
    if (contents) earlier.push({ from, contents: await contents.json() });
  }
  const left = Object.entries(files);
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [file, hash] = next;
      const url = SCOPE + file;
      const same = earlier.find(({ contents }) => contents[file] === hash);
      const known = await same?.from.match(url);
      const answer = known ?? (await fetch(url, { cache: "no-cache" }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(url, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await cache.put(CONTENTS, new Response(JSON.stringify(files)));
}

/** Keep this version and the one before it, which a page may still show. */
async function activate() {
  const old = (await ours()).filter((name) => name !== NAME);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (url.href === SCOPE) url.pathname += "index.html";
  const cache = await caches.open(NAME);
  return (await cache.match(url.href)) ?? (await caches.match(url.href)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => data === "activate" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(SCOPE))
    event.respondWith(answer(event.request));
});
