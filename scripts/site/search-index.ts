import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import MiniSearch from 'minisearch';
import { root } from '../workshop/chapters.ts';
import { proseOf } from '../workshop/markdown.ts';
import type { Content, Page } from './content.ts';
import type { Places } from './places.ts';

/** A search result: one heading and the content below it. */
export interface Section {
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly place: string;
  /** Search terms that the section itself may not contain. */
  readonly keywords: string;
  /** The part of the site that it belongs to. */
  readonly kind: string;
}

/** All sections as a script, which loads from a server or from disk, and only when somebody searches. */
export function searchScript(content: Content, places: Places): string {
  return `window.trellisIndex=${JSON.stringify(sectionsOf(content, places)).replaceAll('<', '\\u003c')};`;
}

/** The library's own build for a plain script tag. */
export function searchEngineText(): string {
  const file = join(root, 'node_modules', 'minisearch', 'dist', 'umd', 'index.js');
  return readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

export interface Found {
  readonly title: string;
  readonly page: string;
  readonly place: string;
  readonly excerpt: string;
  readonly words: readonly string[];
}

type Finder = (engine: typeof MiniSearch, sections: readonly Section[]) => (query: string, most?: number) => Found[];

/** The search of the site, without a browser. */
export async function finderOf(sections: readonly Section[]): Promise<ReturnType<Finder>> {
  await import(new URL('./assets/finder.js', import.meta.url).href);
  return (globalThis as unknown as { trellisFinder: Finder }).trellisFinder(MiniSearch, sections);
}

export function sectionsOf(content: Content, places: Pick<Places, 'page'>): Section[] {
  return content.pages.flatMap((page) => sectionsIn(page, content, places));
}

function sectionsIn(page: Page, content: Content, places: Pick<Places, 'page'>): Section[] {
  const slugger = new GithubSlugger();
  const name = page.chapter === undefined ? page.title : `${page.chapter.number} ${page.chapter.title}`;
  const entry = content.parts.flatMap(({ chapters }) => chapters).find(({ chapter }) => chapter === page.chapter);
  return proseOf(content.textOf(page))
    .split(/^(?=#{1,6} )/m)
    .filter((part) => part.trim() !== '')
    .map((part, index) => {
      const title = headingText(/^#{1,6} (.+)$/m.exec(part)?.[1] ?? page.title);
      const text = plain(part.replace(/^#{1,6} .+$/m, ''));
      const keywords = index === 0 && entry ? `${entry.builds} ${entry.learns}` : '';
      const place = places.page(page, slugger.slug(title));
      return { page: name, title: index === 0 ? page.title : title, text, place, keywords, kind: page.section };
    });
}

/** The heading as it is displayed. Its anchor is derived from the same string. */
function headingText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/^\[[^\]]+\]: .*$/gm, ' ')
    .replace(/^\|[-|: ]+\|$/gm, ' ')
    .replace(/^> \[!\w+\]$/gm, ' ')
    .replace(/^ *(?:[-*]|\d+\.) /gm, ' ')
    .replace(/[`*]/g, '')
    .replace(/[|#>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
