import { examineMerged } from '../../workshop/carry/aftermath.ts';
import { conflictsIn, type Side } from '../../workshop/carry/marks.ts';
import { type Carried, carriedInto, originsOf, settledAs } from '../../workshop/carry/origin.ts';
import type { Content, Tree } from '../../workshop/carry/tree.ts';
import type { Chapter } from '../../workshop/chapters.ts';
import { withFolder } from '../../workshop/scratch-folder.ts';
import { solutionOf } from '../../workshop/starters.ts';
import { type Style, writtenFiles } from './styles.ts';

/** One carry of a solution in another style. */
export interface Trial {
  readonly style: string;
  readonly chapter: Chapter;
  readonly origins: readonly Chapter[];
  /** Files of the learner that differ from ours. */
  readonly changed: number;
  readonly conflicts: number;
  /** What is wrong with the result, for each way to settle the conflicts. Without conflicts, both are the same. */
  readonly verdicts: Readonly<Record<Side, string>>;
}

/** `isThorough` runs the checks of the earlier chapters, and not only the compiler. */
export async function tryStyle(
  chapter: Chapter,
  chapters: readonly Chapter[],
  style: Style,
  isThorough: boolean,
): Promise<Trial> {
  const origins = originsOf(chapter, chapters);
  return withStyled(origins, style, [], async (styled) => {
    const carried = carriedInto(chapter, styled, styled);
    const conflicts = [...carried.tree.values()].flatMap((content) =>
      typeof content === 'string' ? conflictsIn(content) : [],
    );
    const mine = await verdictOf(chapter, styled, settled(chapter, carried, 'mine'), isThorough);
    const starter =
      conflicts.length === 0
        ? mine
        : await verdictOf(chapter, styled, settled(chapter, carried, 'starter'), isThorough);
    return {
      ...{ style: style.name, chapter, origins, changed: carried.fates.length, conflicts: conflicts.length },
      verdicts: { mine, starter },
    };
  });
}

/** In one of several chapters, learners have changed only what that chapter asks for. */
async function withStyled<T>(
  origins: readonly Chapter[],
  style: Style,
  done: Chapter[],
  work: (styled: Chapter[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = origins;
  if (first === undefined) return work(done);
  const isAlone = origins.length + done.length === 1;
  const files = style.write(solutionOf(first), writtenFiles(first, isAlone ? first.sources : first.sources.slice(-1)));
  return withFolder(files, (src) => withStyled(rest, style, [...done, { ...first, src }], work));
}

function settled(chapter: Chapter, { tree }: Carried, side: Side): Tree {
  return new Map(
    [...tree].map(([name, content]): [string, Content] => [name, settledAs(side, chapter, name, content)]),
  );
}

async function verdictOf(
  chapter: Chapter,
  origins: readonly Chapter[],
  tree: Tree,
  isThorough: boolean,
): Promise<string> {
  const files = new Map([...tree].map(([name, content]) => [name, String(content)]));
  return withFolder(files, async (src) => {
    const { failed, typeErrors, passed } = await examineMerged({ ...chapter, src }, isThorough ? origins : []);
    if (failed.some(({ about }) => about !== undefined)) return 'does not start';
    if (failed.length > 0) return `${failed.length} of ${failed.length + passed} checks fail`;
    return typeErrors.length > 0 ? `${typeErrors.length} type errors` : 'works';
  });
}
