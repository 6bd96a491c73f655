import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../chapters.ts';
import { type Part, partsOf } from '../parts.ts';
import { recapOf } from '../recap.ts';
import type { Standing, Workshop } from '../workshop.ts';
import { type Measured, measuredBench } from './bench.ts';
import { type Recording, recordingOf } from './recording.ts';
import { type Written, writtenIn } from './written.ts';

/** What somebody has finished, or most of it: a chapter, a part, or all of the workshop. */
export interface Scope {
  readonly kind: 'chapter' | 'part' | 'workshop';
  /** `05-injection`, `part-1` or `workshop`: its address. */
  readonly id: string;
  /** `Chapter 05 · Part I: The blog` */
  readonly above: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

export interface EndedChapter extends Standing {
  readonly written: Written;
}

/** Everything that the page of an ending shows. All of it was counted or measured on this machine. */
export interface Ending {
  readonly scope: Scope;
  /** When it was put together, in milliseconds. */
  readonly at: number;
  readonly chapters: readonly EndedChapter[];
  readonly written: Written;
  readonly stars: number;
  /** What the reader can do now, in Markdown without links. */
  readonly learned: readonly string[];
  /** The program of the last chapter of these that could run, and its chapter. */
  readonly program?: Recording & { readonly chapter: Chapter };
  /** Only if `npm run bench mine` has measured the learner's framework. */
  readonly bench?: readonly Measured[];
}

/** `05`, `part 1`, `part-1` or `workshop`. Undefined if nothing is called that. */
export function scopeOf(workshop: Workshop, repository: string, words: string): Scope | undefined {
  const parts = partsIn(repository, workshop.chapters);
  if (words === 'workshop' || words === 'all') {
    const title = 'The whole workshop';
    return { kind: 'workshop', id: 'workshop', above: 'Trellis', title, chapters: workshop.chapters };
  }
  const number = Number(/^part[- ]?(\d+)$/i.exec(words)?.[1] ?? 0);
  const part = parts[number - 1];
  if (part !== undefined) {
    const [above = '', title = part.title] = part.title.split(': ');
    return { kind: 'part', id: `part-${number}`, above, title, chapters: part.chapters.map(({ chapter }) => chapter) };
  }
  const chapter = workshop.chapters.find(({ slug, number: each }) => slug === words || each === words.padStart(2, '0'));
  return chapter && scopeOfChapter(chapter, parts);
}

export function scopeOfChapter(chapter: Chapter, parts: readonly Part[]): Scope {
  const part = partOf(chapter, parts);
  const above = `Chapter ${chapter.number}${part === undefined ? '' : ` · ${part.title}`}`;
  return { kind: 'chapter', id: chapter.slug, above, title: chapter.title, chapters: [chapter] };
}

export function partsIn(repository: string, chapters: readonly Chapter[]): Part[] {
  const readme = join(repository, 'README.md');
  return partsOf(existsSync(readme) ? readFileSync(readme, 'utf8') : '', chapters);
}

export function partOf({ slug }: Chapter, parts: readonly Part[]): Part | undefined {
  return parts.find(({ chapters }) => chapters.some(({ chapter }) => chapter.slug === slug));
}

/** Undefined if none of its chapters is done. Programs run for it, unless they have been recorded. */
export async function endingOf(
  workshop: Workshop,
  repository: string,
  scope: Scope,
  now: number,
): Promise<Ending | undefined> {
  const standings = workshop
    .standings()
    .filter(({ chapter }) => scope.chapters.some(({ slug }) => slug === chapter.slug));
  const done = standings.filter(({ isDone }) => isDone);
  if (done.length === 0) return undefined;
  const chapters = standings.map((standing) => ({
    ...standing,
    written: writtenIn(standing.chapter, workshop.chapters),
  }));
  const counted = chapters.filter(({ isDone }) => isDone).map(({ written }) => written);
  const sum = (of: (written: Written) => number) => counted.reduce((total, written) => total + of(written), 0);
  const program = await lastProgram(
    repository,
    done.map(({ chapter }) => chapter),
  );
  const bench = scope.chapters.some(({ slug }) => slug.endsWith('-your-framework')) ? measuredBench(repository) : [];
  return {
    ...{ scope, at: now, chapters },
    written: {
      lines: sum(({ lines }) => lines),
      files: sum(({ files }) => files),
      created: sum(({ created }) => created),
    },
    stars: done.filter(({ hasStar }) => hasStar).length,
    learned: learnedIn(
      scope,
      repository,
      done.map(({ chapter }) => chapter),
      workshop,
    ),
    ...(program && { program }),
    ...(bench.length > 0 && { bench }),
  };
}

async function lastProgram(repository: string, chapters: readonly Chapter[]): Promise<Ending['program']> {
  for (const chapter of chapters.toReversed().slice(0, 3)) {
    const recording = await recordingOf(repository, chapter);
    if (recording !== undefined) return { ...recording, chapter };
  }
  return undefined;
}

/** A chapter has a list of its own. For more than one, there is what each of them builds. */
function learnedIn({ kind }: Scope, repository: string, done: readonly Chapter[], { chapters }: Workshop): string[] {
  if (kind === 'chapter') return recapOf(done[0]!).map((line) => line.replace(/^- /, ''));
  const all = partsIn(repository, chapters).flatMap((part) => part.chapters);
  return done.flatMap(({ slug }) => all.find(({ chapter }) => chapter.slug === slug)?.learns || []);
}
