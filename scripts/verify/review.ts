import { tasksOf } from '../review/deck.ts';
import type { Task } from '../review/task.ts';
import type { Chapter } from '../workshop/chapters.ts';
import type { Finding } from './finding.ts';

const fewestTasks = 8;
const fewestOptions = 3;

/**
 * `npm run review` has enough to ask about a chapter, and each question has one right option. The mistakes and predictions
 * themselves are verified elsewhere. Thorough means that the questions about traces are asked, which starts programs.
 */
export async function verifyReview(chapter: Chapter, isThorough: boolean): Promise<Finding[]> {
  const tasks = await tasksOf(chapter);
  const problems: string[] = [];
  if (tasks.length < fewestTasks) problems.push(`${tasks.length} review tasks; at least ${fewestTasks} are required.`);
  const ids = tasks.map(({ id }) => id);
  problems.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two review tasks are ${id}.`));
  for (const task of tasks.filter(({ kind }) => kind === 'spot' || kind === 'name')) {
    const problem = await problemOf(task);
    if (problem !== undefined) problems.push(`${task.id}: ${problem}`);
  }
  if (isThorough) problems.push(...(await verifyTraces(tasks)));
  return problems.map((problem) => ({ place: `chapters/${chapter.slug}`, problem }));
}

async function problemOf(task: Task): Promise<string | undefined> {
  const question = await task.pose();
  const options = question?.asks.at(-1)?.options ?? [];
  if (new Set(options).size !== options.length) return `it has an option twice: ${options.join(' | ')}`;
  if (options.length < fewestOptions) return `it has ${options.length} options and needs ${fewestOptions}.`;
  // Judging a bug starts a program.
  if (task.kind === 'spot' || question === undefined) return undefined;
  const outcomes = await Promise.all(options.map((option) => question.judge([option])));
  const right = outcomes.filter(({ verdict }) => verdict === 'right').length;
  return right === 1 ? undefined : `${right} of its options are right.`;
}

/** What a check sends may suit one question and not another, so one of them is enough. */
async function verifyTraces(tasks: readonly Task[]): Promise<string[]> {
  const predictions = tasks.filter(({ kind }) => kind === 'predict');
  for (const task of predictions) if ((await task.pose()) !== undefined) return [];
  return predictions.length === 0 ? [] : ['the checks send no request that could be asked about.'];
}
