import type { Chapter } from '../chapters.ts';
import type { Progress } from '../progress.ts';
import { type Files, readFiles } from '../starters.ts';
import type { Badges } from './badges.ts';
import { type ReviewPlace, reviewPlaces } from './review-places.ts';

/** More would be a list to skip. */
const mostLines = 3;

/**
 * A checklist for a person who reviews a learner's program: where to look, and what to ask there. It judges nothing: what the
 * lines do is for the reviewer to find out, and what the examiners have seen is quoted.
 */
export function reviewOf(chapter: Chapter, progress: Progress): string {
  const files = readFiles(chapter.src);
  const { badges } = progress.of(chapter);
  const code = [...files].filter(([file]) => /\.(ts|js|mjs|cjs|sql)$/.test(file));
  const lines = code.reduce((sum, [, text]) => sum + text.split('\n').length, 0);
  return [
    `# Review of chapter ${chapter.number}: ${chapter.title}`,
    '',
    `${code.length} files, ${lines} lines. Ten places to look at. The lines were found by their words, so some may be about`,
    'something else, and the right one may be missing: then the first question is where it is.',
    ...reviewPlaces.flatMap((place, index) => ['', ...section(chapter, place, index + 1, new Map(code), badges)]),
    '',
    'Finally: which rule of the specification was the hardest to place, and where did it end up?',
    '',
  ].join('\n');
}

function section(
  { slug }: Chapter,
  place: ReviewPlace,
  number: number,
  files: Files,
  badges: Badges | undefined,
): string[] {
  const found = linesFor(place, files).map(({ file, line, text }) => `- chapters/${slug}/src/${file}:${line}  ${text}`);
  return [
    `## ${number}. ${place.title}`,
    '',
    ...(found.length > 0 ? found : ['- No line names it. Ask where it is.']),
    '',
    `[ ] ${place.question}`,
    ...(place.badge === undefined ? [] : [`    The examiner of "${place.badge}": ${seenBy(place.badge, badges)}.`]),
  ];
}

function seenBy(badge: string, badges: Badges | undefined): string {
  const isEarned = badges?.[badge];
  if (isEarned === undefined) return 'has not seen this code';
  return isEarned ? 'found nothing' : 'found something, see npm test';
}

/** The lines that match the first pattern that any line matches. Comments and imports don't do anything. */
function linesFor({ patterns }: ReviewPlace, files: Files): { file: string; line: number; text: string }[] {
  const all = [...files].flatMap(([file, text]) =>
    text.split('\n').map((each, index) => ({ file, line: index + 1, text: each.trim() })),
  );
  const code = all.filter(({ text }) => !/^(\/\/|\/?\*|import\b|export \{.*from)/.test(text));
  for (const pattern of patterns) {
    const found = code.filter(({ text }) => pattern.test(text));
    if (found.length > 0) return found.slice(0, mostLines);
  }
  return [];
}
