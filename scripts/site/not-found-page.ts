import { html } from 'trellis';
import { standalonePage } from './standalone-page.ts';

/**
 * The page that a host of static files serves for every address that leads nowhere, however deep. No relative address works
 * there, so it looks for the folder that the site is in: `/` or, below a path, `/trellis/`. Then it searches.
 */
export function notFoundPage(searchIndex: string): string {
  const body = html`<h1>There is no such page</h1>
<p>There is nothing at this address. The page may have moved.</p>
<div class="finder" data-find="./" data-index="${searchIndex}"></div>
<p><a class="button" href="./index.html" data-home>Go to the start page</a></p>`;
  const brand = html`<a class="brand" href="./index.html" data-home>Trellis</a>`;
  return standalonePage({ title: 'Not found', brand, body, script: findHome }).toString();
}

/** Tries every folder of the address, from the top, until one has our icon. A page on a disk is in the right folder already. */
const findHome = `(async () => {
  if (location.protocol === 'file:') return;
  const parts = location.pathname.split('/').slice(1, -1);
  for (let depth = 0; depth <= parts.length; depth++) {
    const folder = ['', ...parts.slice(0, depth), ''].join('/');
    const found = await fetch(folder + 'assets/icon.svg', { method: 'HEAD' }).catch(() => undefined);
    if (!found?.ok) continue;
    for (const link of document.querySelectorAll('[data-home]')) link.href = folder;
    document.querySelector('[data-find]').dataset.find = folder;
    document.head.append(Object.assign(document.createElement('script'), { src: folder + 'assets/not-found.js' }));
    return;
  }
})();`;
