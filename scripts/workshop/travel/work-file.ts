/*
 * A learner's work as one file, between the browser and a clone. Nothing of Node is used here: the page reads and writes it, too.
 * Its programs run next, but taking it over must never write outside of the chapters.
 */

export interface ChapterWork {
  /** The chapter's slug without its number, because chapters may be renumbered. */
  readonly chapter: string;
  /** By their path below `src`. */
  readonly files: Readonly<Record<string, string>>;
  /** The steps that have passed where the file was made. */
  readonly passed: readonly number[];
  /** How many hints were shown for each step. */
  readonly hints: Readonly<Record<string, number>>;
  /** Whether the code had the star where the file was made, and how many hints for the variation were shown. */
  readonly variation?: { readonly hasStar: boolean; readonly hints: number };
}

const format = 'trellis work';
const version = 1;

/** In characters. The solution of the largest chapter has about 60,000. */
export const mostCharacters = 5_000_000;
const mostFiles = 300;
const longestPath = 120;

/** A file that isn't taken over. The message says why. */
export class BadWorkFile extends Error {}

export function writeWorkFile(chapters: readonly ChapterWork[]): string {
  return `${JSON.stringify({ format, version, chapters }, null, 1)}\n`;
}

/** The work in a file that may come from anybody, or be damaged. */
export function readWorkFile(text: string): ChapterWork[] {
  if (text.length > mostCharacters) throw new BadWorkFile('The file is too large to be the work on these chapters.');
  const { format: kind, version: made, chapters } = recordOf(parsed(text)) ?? {};
  if (kind !== format || !Array.isArray(chapters))
    throw new BadWorkFile('This is not a file that “Continue on your machine” or npm run export has made.');
  if (made !== version)
    throw new BadWorkFile(
      `The file has version ${JSON.stringify(made)} of the format, and this edition reads version ${version}. Update the older one.`,
    );
  const works = chapters.map(workOf);
  const twice = works.find(({ chapter }, index) => works.findIndex((each) => each.chapter === chapter) !== index);
  if (twice) throw new BadWorkFile(`The file has chapter ${JSON.stringify(twice.chapter)} twice.`);
  return works;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new BadWorkFile('The file is damaged: it isn’t complete JSON. Download or export it again.');
  }
}

function workOf(value: unknown): ChapterWork {
  const { chapter, files, passed, hints, variation } = recordOf(value) ?? {};
  if (typeof chapter !== 'string' || !/^[a-z0-9-]{1,60}$/.test(chapter))
    throw new BadWorkFile('The file is damaged: a chapter in it has no name.');
  const texts = Object.entries(recordOf(files) ?? {});
  if (texts.length === 0) throw new BadWorkFile(`The file is damaged: chapter ${chapter} has no files.`);
  if (texts.length > mostFiles) throw new BadWorkFile(`Chapter ${chapter} has more than ${mostFiles} files.`);
  for (const [path, text] of texts) {
    const why = typeof text === 'string' ? problemOfPath(path) : 'its content isn’t text';
    if (why) throw new BadWorkFile(`Chapter ${chapter} has a file that can’t be taken over, ${shown(path)}: ${why}.`);
  }
  refuseClashes(
    chapter,
    texts.map(([path]) => path),
  );
  return {
    chapter,
    files: Object.fromEntries(texts) as Record<string, string>,
    passed: Array.isArray(passed) ? passed.filter(isStep) : [],
    hints: Object.fromEntries(
      Object.entries(recordOf(hints) ?? {}).filter(([step, count]) => isStep(Number(step)) && isStep(count)),
    ) as Record<string, number>,
    ...(variation !== undefined && { variation: variationOf(variation) }),
  };
}

function variationOf(value: unknown): NonNullable<ChapterWork['variation']> {
  const { hasStar, hints } = recordOf(value) ?? {};
  return { hasStar: hasStar === true, hints: isStep(hints) ? (hints as number) : 0 };
}

/** Names that every system can have, below the folder and visible. */
function problemOfPath(path: string): string | undefined {
  if (path.length > longestPath) return 'its path is too long';
  const parts = path.split('/');
  if (parts.some((part) => !/^[\w-][\w.-]*$/.test(part) || part.endsWith('.')))
    return 'its path must consist of letters, digits, dots, dashes and slashes, and stay below src';
  if (parts.some((part) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part))) return 'Windows reserves this name';
  if (parts.includes('node_modules')) return 'packages aren’t part of the work';
  return undefined;
}

/** Two paths that are one on some systems, or one that is a file and a folder. */
function refuseClashes(chapter: string, paths: readonly string[]): void {
  const known = new Set(paths.map((path) => path.toLowerCase()));
  const isFolder = (path: string) => [...known].some((other) => other.startsWith(`${path.toLowerCase()}/`));
  const clash = known.size < paths.length ? paths[0] : paths.find(isFolder);
  if (clash !== undefined)
    throw new BadWorkFile(`Chapter ${chapter} has two files that can’t be in the same folder, near ${shown(clash)}.`);
}

function isStep(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 100;
}

/** A hostile path must not reach a terminal with its control characters. */
function shown(path: string): string {
  return JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path);
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
