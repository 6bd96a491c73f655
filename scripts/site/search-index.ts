import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import MiniSearch from 'minisearch';
import { root } from '../workshop/chapters.ts';
import { proseOf } from '../workshop/verify/markdown.ts';
import { type Content, type Page, textOf } from './content.ts';
import type { Places } from './places.ts';

/** One heading and the text below it: what a reader finds and lands on. */
interface Entry {
  id: number;
  page: string;
  title: string;
  text: string;
  place: string;
}

export const searchOptions = { fields: ['title', 'text', 'page'], storeFields: ['title', 'page', 'place', 'text'] };

/** The whole index as a script: it loads from a server and from a disk alike, and only when somebody searches. */
export function searchScript(content: Content, placesOf: (page: Page) => Places): string {
  const index = new MiniSearch<Entry>(searchOptions);
  index.addAll(content.pages.flatMap((page) => entriesOf(page, placesOf(page))).map((entry, id) => ({ ...entry, id })));
  return `window.trellisIndex=${JSON.stringify(index.toJSON()).replaceAll('<', '\\u003c')};`;
}

/** The library as its authors ship it for a plain script tag. */
export function searchEngineText(): string {
  const file = join(root, 'node_modules', 'minisearch', 'dist', 'umd', 'index.js');
  return readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

function entriesOf(page: Page, places: Places): Omit<Entry, 'id'>[] {
  const slugger = new GithubSlugger();
  const name = page.chapter === undefined ? page.title : `${page.chapter.number} ${page.chapter.title}`;
  return proseOf(textOf(page))
    .split(/^(?=#{1,4} )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const heading = /^#{1,4} (.+)$/m.exec(part)?.[1] ?? page.title;
      const title = plain(heading);
      return {
        page: name,
        title,
        text: plain(part.replace(/^#{1,4} .+$/m, '')).slice(0, 600),
        place: places.page(page, slugger.slug(title)),
      };
    });
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*|#>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
