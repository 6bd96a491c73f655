import { nearest } from '../../framework/platforms/cli/nearest.ts';
import type { Chapter } from './chapters.ts';

/** A word that names no chapter. The message lists the near ones. */
export class UnknownChapter extends Error {
  override readonly name = 'UnknownChapter';
}

/** `5`, `05`, `05-injection` and `injection` name chapter 05. */
export function chapterNamed(word: string, chapters: readonly Chapter[]): Chapter | undefined {
  const wanted = word.trim().toLowerCase();
  return chapters.find(
    ({ number, slug }) => slug === wanted || number === wanted.padStart(2, '0') || slug.slice(3) === wanted,
  );
}

/** The same, for whoever can do nothing without it. */
export function findChapter(word: string, chapters: readonly Chapter[]): Chapter {
  const found = chapterNamed(word, chapters);
  if (found !== undefined) return found;
  const near = nearTo(word.trim().toLowerCase(), chapters).map(({ slug }) => `  ${slug}`);
  throw new UnknownChapter(
    [`There is no chapter "${word}".`, near.length > 0 ? 'Near to it:' : 'There are no chapters yet.', ...near].join(
      '\n',
    ),
  );
}

function nearTo(wanted: string, chapters: readonly Chapter[]): Chapter[] {
  const text = wanted.replace(/^\d+-?/, '');
  const names = new Set(
    nearest(
      text,
      chapters.map(({ slug }) => slug.slice(3)),
    ),
  );
  const alike = chapters.filter(({ slug }) => text !== '' && (slug.includes(text) || names.has(slug.slice(3))));
  if (alike.length > 0) return alike.slice(0, 3);
  const number = Number.parseInt(wanted, 10) || 1;
  const byDistance = (a: Chapter, b: Chapter) => Math.abs(+a.number - number) - Math.abs(+b.number - number);
  return [...chapters].sort(byDistance).slice(0, 3);
}
