import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type Prediction, predictionsOf } from '../review/predict/prediction.ts';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { readFiles, starterOf } from '../workshop/starters.ts';
import { variationFile } from '../workshop/variation/routes.ts';

export interface ChapterFiles {
  readonly slug: string;
  /** By their path below `src`. */
  readonly starter: Readonly<Record<string, string>>;
  /** Whether its starter runs without what is loaded late: see `late-modules.ts`. */
  readonly startsEarly: boolean;
  /** The questions in its text. */
  readonly predictions: readonly Prediction[];
  /** The files of the repository that its checks need, by their path in the browser. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a page needs to know about a chapter to run it. */
export function chapterFiles(chapter: Chapter): ChapterFiles {
  const { folder, slug, number, sources } = chapter;
  const repository = join(folder, '..', '..');
  const files: Record<string, string> = {};
  const add = (from: string, isNeeded: (name: string) => boolean) => {
    for (const [name, text] of readFiles(from))
      if (isNeeded(name)) files[`/trellis/${relative(repository, join(from, name)).split(sep).join('/')}`] = text;
  };
  add(folder, (name) => /^(README\.md|(check\.test|api|attacks\/[^/]+)\.ts)$/.test(name));
  // Those of earlier chapters too: learners carry on what they have built, and the checks know its routes from there.
  for (const earlier of allChapters(repository).filter((each) => each.slug <= slug))
    add(earlier.folder, (name) => name === basename(variationFile(earlier)));
  for (const source of sources) {
    add(source, () => true);
    add(dirname(source), (name) => name === 'builds-on.txt');
  }
  const predictions = predictionsOf(readFileSync(join(folder, 'README.md'), 'utf8'));
  return { slug, predictions, starter: Object.fromEntries(starterOf(chapter)), startsEarly: number === '01', files };
}
