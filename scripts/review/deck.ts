import type { Chapter } from '../workshop/chapters.ts';
import { hashOf } from '../workshop/progress.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { readFiles, solutionOf } from '../workshop/starters.ts';
import type { Workshop } from '../workshop/workshop.ts';
import { mistakesInOneFile } from './mistaken.ts';
import { nameTasks } from './name.ts';
import { predictTasks } from './predict.ts';
import { repairTasks } from './repair.ts';
import { spotTasks } from './spot.ts';
import type { Task, UseProgram } from './task.ts';
import { traceTasks } from './trace-question.ts';

/** Every task of a chapter. What it asks is taken from material that `npm run verify` checks, so it can't go out of date. */
export async function tasksOf(chapter: Chapter, useProgram = withSolution(chapter)): Promise<Task[]> {
  const mistakes = await mistakesInOneFile(chapter);
  return [
    ...predictTasks(chapter, useProgram),
    ...traceTasks(chapter, useProgram),
    ...spotTasks(chapter, mistakes),
    ...nameTasks(chapter),
    ...repairTasks(chapter, mistakes),
  ];
}

/** The learner's own program decides, as long as it passes its checks as it is now. */
export function withOwnProgram(workshop: Workshop, chapter: Chapter): UseProgram {
  const { steps, hash } = workshop.progress.of(chapter);
  const isDone = chapter.steps.every(({ number }) => steps[number]);
  return isDone && hash === hashOf(readFiles(chapter.src)) ? (work) => work(chapter.src) : withSolution(chapter);
}

function withSolution(chapter: Chapter): UseProgram {
  return (work) => withFolder(solutionOf(chapter), work);
}
