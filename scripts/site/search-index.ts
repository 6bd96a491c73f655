import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import MiniSearch from 'minisearch';
import { root } from '../workshop/chapters.ts';
import { proseOf } from '../workshop/markdown.ts';
import type { Content, Page } from './content.ts';
import type { Places } from './places.ts';

/** One heading and the text below it: what a reader finds and lands on. */
interface Entry {
  id: number;
  page: string;
  title: string;
  text: string;
  place: string;
}

/** The same in assets/site.js, which loads what this makes. */
const options = { fields: ['title', 'text', 'page'], storeFields: ['title', 'page', 'place', 'text'] };
const longestText = 600;

/** The whole index as a script: it loads from a server and from a disk alike, and only when somebody searches. */
export function searchScript(content: Content, places: Places): string {
  const index = new MiniSearch<Entry>(options);
  const entries = content.pages.flatMap((page) => entriesOf(page, content.textOf(page), places));
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return `window.trellisIndex=${JSON.stringify(index.toJSON()).replaceAll('<', '\\u003c')};`;
}

/** The library as its authors ship it for a plain script tag. */
export function searchEngineText(): string {
  const file = join(root, 'node_modules', 'minisearch', 'dist', 'umd', 'index.js');
  return readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

function entriesOf(page: Page, text: string, places: Places): Omit<Entry, 'id'>[] {
  const slugger = new GithubSlugger();
  const name = page.chapter === undefined ? page.title : `${page.chapter.number} ${page.chapter.title}`;
  return proseOf(text)
    .split(/^(?=#{1,6} )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const title = headingText(/^#{1,6} (.+)$/m.exec(part)?.[1] ?? page.title);
      const below = plain(part.replace(/^#{1,6} .+$/m, '')).slice(0, longestText);
      return { page: name, title, text: below, place: places.page(page, slugger.slug(title)) };
    });
}

/** As it is shown, which is also what its anchor is made of. */
function headingText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/^\|[-|: ]+\|$/gm, ' ')
    .replace(/^> \[!\w+\]$/gm, ' ')
    .replace(/[`*|#>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
