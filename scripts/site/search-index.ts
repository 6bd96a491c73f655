import type { Content } from './content.ts';
import type { Places } from './places.ts';
import { type PackedIndex, packIndex } from './search-pack.ts';
import { type Section, sectionsOf } from './search-sections.ts';

/** The index as a script, which loads from a server or from disk, and only when somebody searches. */
export function searchScript(content: Content, places: Places): string {
  const index = packIndex(sectionsOf(content, places));
  return `window.trellisIndex=${JSON.stringify(index).replaceAll('<', '\\u003c')};`;
}

export interface Found {
  readonly title: string;
  readonly page: string;
  /** What is shown beside the title: the page, or for a whole page the part of the site that it belongs to. */
  readonly where: string;
  readonly place: string;
  /** The beginning of the section. */
  readonly excerpt: string;
  readonly words: readonly string[];
}

type Finder = (index: PackedIndex) => (query: string, most?: number) => Found[];

/** The search of the site, without a browser. */
export async function finderOf(sections: readonly Section[]): Promise<ReturnType<Finder>> {
  await import(new URL('./assets/finder.js', import.meta.url).href);
  return (globalThis as unknown as { trellisFinder: Finder }).trellisFinder(packIndex(sections));
}
