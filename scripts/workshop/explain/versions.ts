import { movesIn } from '../carry/moves.ts';
import type { Chapter } from '../chapters.ts';
import { type Files, readFiles, solutionAt, starterOf } from '../starters.ts';
import { type Place, placesOf, stepLines, wholeFile } from './alignment.ts';

/** Both versions of one step: the learner's code as it is now, and ours as of the step that the learner has reached. */
export interface Versions {
  readonly yours: Files;
  readonly ours: Files;
  /** The files of ours that the step has written, and what they are called in yours. Undefined if yours has none like it. */
  readonly files: readonly { readonly ours: string; readonly yours: string | undefined }[];
  /** New files of yours that are like none of ours. Empty if every file of the step has its counterpart. */
  readonly own: readonly string[];
  /** Files that the step deletes, and that yours still has. */
  readonly kept: readonly string[];
  readonly differences: readonly VersionedFile[];
}

/** One file next to its counterpart. One of the names is undefined if there is none. */
export interface VersionedFile {
  readonly yours?: string;
  readonly ours?: string;
  readonly places: readonly Place[];
}

/** `passing` are the steps that the learner's code passes: ours is compared as of the last one in a row. */
export function versionsOf(chapter: Chapter, step: number, passing: readonly number[]): Versions {
  const open = chapter.steps.find(({ number }) => !passing.includes(number))?.number;
  const level = Math.max(step, open === undefined ? Infinity : open - 1);
  const [before, after, ours] = [step - 1, step, level].map((each) => solutionAt(chapter, each)) as [
    Files,
    Files,
    Files,
  ];
  const yours = readFiles(chapter.src);
  const moves = movesIn(new Map(ours), new Map(yours));
  const counterpart = (name: string) => (yours.has(name) ? name : moves.get(name));
  const changed = [...after.keys()].filter((name) => before.get(name) !== after.get(name) && ours.has(name));
  const files = changed.map((name) => ({ ours: name, yours: counterpart(name) }));
  const taken = new Set([...moves.values(), ...starterOf(chapter).keys()]);
  const own = [...yours.keys()].filter((name) => !ours.has(name) && !taken.has(name));
  const isMissing = files.some((file) => file.yours === undefined);
  const differences = [
    ...files.map(({ ours: name, yours: mine }): VersionedFile => {
      const text = ours.get(name)!;
      if (mine === undefined) return { ours: name, places: wholeFile(text, 'ours') };
      const lines = stepLines(before.get(name) ?? '', after.get(name)!, text);
      return { yours: mine, ours: name, places: placesOf(yours.get(mine)!, text, lines) };
    }),
    ...(isMissing ? own : []).map((name) => ({ yours: name, places: wholeFile(yours.get(name)!, 'yours') })),
  ];
  return {
    ...{ yours, ours, files, own },
    kept: [...before.keys()].filter((name) => !after.has(name) && !ours.has(name) && yours.has(name)),
    differences: differences.filter(({ places }) => places.length > 0),
  };
}
