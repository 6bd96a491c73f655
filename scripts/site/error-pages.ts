import { type Html, html } from 'trellis';
import { Workshop } from '../workshop/workshop.ts';
import { serverPlaces } from './places.ts';
import { Site } from './site.ts';

const site = new Site();

/** An address that leads nowhere still has the list of pages beside it. */
export function notFoundPage(status: number, message: string): Html {
  const body =
    status === 404
      ? html`<h1>There is no such page</h1><p>The address leads nowhere. The list of pages is on the left; the search knows every heading: press <kbd>/</kbd>.</p>`
      : html`<h1>${message}</h1><p>Something went wrong here, not with you. The terminal of <code>npm run docs</code> says more.</p>`;
  const view = { places: serverPlaces, standings: new Workshop().standings(), isStatic: false };
  return site.plain(status === 404 ? 'Not found' : message, body, view);
}
