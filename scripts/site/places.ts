import { posix } from 'node:path';
import type { Content, Page } from './content.ts';
import { targetOf } from './markdown.ts';

/** Turns places into addresses: rooted ones for the server, relative ones for files that are opened from the disk. */
export interface Places {
  page(page: Page, anchor?: string): string;
  source(file: string, anchor?: string): string;
  asset(name: string): string;
}

export const serverPlaces: Places = {
  page: ({ path }, anchor = '') => path + hash(anchor),
  source: (file, anchor = '') => `/source/${file}${hash(anchor)}`,
  asset: (name) => `/assets/${name}`,
};

/** Addresses as seen from one page of the static build. */
export function diskPlaces(from: string): Places {
  const relative = (path: string) => posix.relative(from, path) || '.';
  return {
    page: ({ path }, anchor = '') => relative(`${path}index.html`) + hash(anchor),
    source: (file, anchor = '') => relative(`/source/${file}.html`) + hash(anchor),
    asset: (name) => relative(`/assets/${name}`),
  };
}

/** Where a relative link in a page's Markdown leads: to another page, or to a file of the repository. */
export function resolveLink(
  content: Content,
  places: Places,
  sources: ReadonlySet<string>,
  page: { file: string },
  link: string,
) {
  const { file, anchor } = targetOf(page.file, link);
  const target = content.ofFile(file) ?? content.ofFile(`${file}/README.md`);
  if (target !== undefined) return places.page(target, anchor);
  return sources.has(file) ? places.source(file, anchor) : undefined;
}

function hash(anchor: string): string {
  return anchor === '' ? '' : `#${anchor}`;
}
