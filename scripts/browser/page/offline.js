// The service worker of the published site: what runs chapters is kept for the time without a network. The build puts `version`,
// `files` and `pages` in front of it. The network comes first, so that nobody sees a page of yesterday with the scripts of today.
/* global version, files, pages */

const kept = `trellis ${version}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  const removeOthers = async () => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => /^trellis /.test(name) && name !== kept).map((name) => caches.delete(name)),
    );
    await clients.claim();
  };
  event.waitUntil(removeOthers());
});

// A page asks for it when its program runs. One at a time: nobody waits for them.
addEventListener('message', (event) => {
  if (event.data === 'keep pages') event.waitUntil(keepPages());
});

async function keepPages() {
  const cache = await caches.open(kept);
  for (const name of pages) if (!(await cache.match(name))) await cache.add(name).catch(() => undefined);
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  event.respondWith(fetch(request).catch(() => withoutNetwork(request.url)));
});

async function withoutNetwork(address) {
  const { origin, pathname } = new URL(address);
  const cache = await caches.open(kept);
  const found = await cache.match(origin + pathname.replace(/\/$/, '/index.html'));
  return found ?? new Response('There is no network, and this page isn’t kept for it.', { status: 503 });
}
