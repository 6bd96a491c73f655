import { posix } from 'node:path';
import type { Content, Page } from './content.ts';
import { targetOf } from './link-target.ts';
import type { Sources } from './sources.ts';

/** Turns places into addresses: rooted ones for the server, relative ones for files that are opened from the disk. */
export interface Places {
  home(): string;
  page(page: Page, anchor?: string): string;
  /** A chapter beside an editor. */
  try(chapter: { slug: string }): string;
  source(file: string, anchor?: string): string;
  asset(name: string): string;
  image(file: string): string;
}

export const serverPlaces: Places = {
  home: () => '/',
  page: ({ path }, anchor = '') => path + hash(anchor),
  try: ({ slug }) => `/try/${slug}/`,
  source: (file, anchor = '') => `/source/${file}${hash(anchor)}`,
  asset: (name) => `/assets/${name}`,
  image: (file) => `/images/${file}`,
};

/** Addresses as seen from one folder of the static build. */
export function diskPlaces(from: string): Places {
  const relative = (path: string) => posix.relative(from, path) || '.';
  return {
    home: () => relative('/index.html'),
    page: ({ path }, anchor = '') => relative(`${path}index.html`) + hash(anchor),
    try: ({ slug }) => relative(`/try/${slug}/index.html`),
    source: (file, anchor = '') => relative(`/source/${file}.html`) + hash(anchor),
    asset: (name) => relative(`/assets/${name}`),
    image: (file) => relative(`/images/${file}`),
  };
}

/** Where a relative link in a Markdown file leads: to a page, or to a file of the repository. */
export function resolveLink(
  { content, sources }: { content: Content; sources: Sources },
  places: Places,
  from: string,
  link: string,
): string | undefined {
  const { file, anchor } = targetOf(from, link);
  const page = content.ofFile(file) ?? content.ofFile(`${file}/README.md`);
  const moved = movedAnchor(content.partsOf(file), anchor);
  if (moved !== undefined) return places.page(moved.page, moved.here);
  if (page !== undefined) return places.page(page, anchor);
  if (sources.images.has(file)) return places.image(file);
  // GitHub links to ranges of lines; here such a link leads to the first line.
  return sources.has(file) ? places.source(file, anchor.replace(/^(L\d+)-L\d+$/, '$1')) : undefined;
}

/** The page that has a heading of the file now, if the file is divided into several. */
function movedAnchor(pages: readonly Page[], anchor: string): { page: Page; here: string } | undefined {
  const found = pages.flatMap((page) => (page.reference?.names ?? []).map((name) => ({ page, ...name })));
  return found.find((name) => name.anchor === anchor);
}

function hash(anchor: string): string {
  return anchor === '' ? '' : `#${anchor}`;
}
