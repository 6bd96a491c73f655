import { nearest } from '../../framework/platforms/cli/nearest.ts';
import type { Chapter } from './chapters.ts';

/** No chapter has this name. The message names similar chapters, or the first and the last one. */
export class UnknownChapter extends Error {
  override readonly name = 'UnknownChapter';
}

/** `5`, `05`, `05-injection` and `injection` name chapter 05, and so does the folder that a shell completes. */
export function findChapter(word: string, chapters: readonly Chapter[]): Chapter {
  const wanted = word
    .trim()
    .toLowerCase()
    .replace(/^(\.[\\/])?chapters[\\/]|[\\/]+$/g, '');
  const found = chapters.find(
    ({ number, slug }) => slug === wanted || number === wanted.padStart(2, '0') || slug.slice(3) === wanted,
  );
  if (found !== undefined) return found;
  const name = wanted.replace(/^\d+-?/, '');
  const similar = nearest(
    name,
    chapters.map(({ slug }) => slug.slice(3)),
  );
  // A letter or two, as in `1x`, say less than the number before them.
  const named = chapters.filter(
    ({ slug }) => name.length > 2 && (slug.includes(name) || similar.includes(slug.slice(3))),
  );
  const numbered = chapters.filter(({ number }) => Number(number) === Number.parseInt(wanted, 10));
  const near = named.length > 0 ? named : numbered;
  const advice =
    near.length > 0
      ? `Did you mean ${near.map(({ slug }) => slug).join(' or ')}?`
      : `The chapters are ${chapters[0]?.slug} to ${chapters.at(-1)?.slug}.`;
  throw new UnknownChapter(`No chapter is called "${word}". ${advice}`);
}
