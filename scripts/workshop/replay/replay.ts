import { maskHeader, maskJson, maskText } from '../../../framework/trace/masks.ts';
import type { Chapter } from '../chapters.ts';
import { curlOf, type SentRequest } from '../check/failure.ts';
import { isolation } from '../check/run.ts';
import type { Recording } from '../check/tape.ts';
import { ProgramFailed } from '../run/program.ts';
import { startupOutput } from '../run/startup-cause.ts';
import { solutionAt } from '../starters.ts';
import { withFolder } from '../verify/folder.ts';
import { runningUrl } from '../xray/running.ts';
import { type Comparison, compare } from './comparison.ts';
import type { KeptFailure } from './kept-failures.ts';
import { type Played, play } from './playback.ts';

export interface Replayed extends Comparison {
  readonly failure: KeptFailure;
  /** How many requests were sent before this one. */
  readonly before: number;
  /** The request as a command, with its secrets masked. */
  readonly curl: string;
  /** Whether the check failed at this request. At another one if the programs differ at an earlier request already. */
  readonly isLookedAt: boolean;
}

/** Why nothing can be replayed, and what to do. */
export class NotReplayed extends Error {
  override readonly name = 'NotReplayed';
}

/** Sends the story of a failed check to the learner's program and to the solution of the same step, and compares them. */
export async function replay(chapter: Chapter, failure: KeptFailure): Promise<Replayed> {
  const { story, step, name } = failure;
  if (story === undefined) {
    await playMine([{ env: isolation(), program: 'main.ts', exchanges: [] }], chapter);
    throw new NotReplayed(
      `The check "${name}" failed without a request to send again. Check once more: npm test ${chapter.number}`,
    );
  }
  const { recordings, index } = story;
  const [mine, solution] = await both(playMine(recordings, chapter), playSolution(recordings, chapter, step));
  const { exchanges } = recordings.at(-1)!;
  const own = exchanges.flatMap(({ check }, at) => (check === exchanges[index]!.check || at === index ? [at] : []));
  const compared = own.map((at) => ({ at, ...compare(mine[at]!, solution[at]!) }));
  const shown = compared.find(({ difference }) => difference !== undefined) ?? compared.find(({ at }) => at === index)!;
  const earlier = recordings.slice(0, -1).reduce((sum, recording) => sum + recording.exchanges.length, 0);
  const curl = curlOf(masked(mine[shown.at]!.request), await runningUrl(chapter));
  return { ...shown, failure, before: earlier + shown.at, curl, isLookedAt: shown.at === index };
}

async function playMine(recordings: readonly Recording[], { src }: Chapter): Promise<Played[]> {
  try {
    return await play(recordings, src);
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    const output = startupOutput(error.output) || error.message;
    throw new NotReplayed(
      `Your program does not start, so there is nothing to compare.\n\n${output}\n\nLikely cause: ${error.likelyCause}`,
    );
  }
}

async function playSolution(recordings: readonly Recording[], chapter: Chapter, step: number): Promise<Played[]> {
  try {
    return await withFolder(solutionAt(chapter, step), (folder) => play(recordings, folder));
  } catch (error) {
    throw new NotReplayed(`The solution of step ${step} does not run: ${(error as Error).message}`);
  }
}

/** Waits for both even if one fails: a program must not run on. */
async function both<T>(first: Promise<T>, second: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

function masked(request: SentRequest): SentRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)]);
  return {
    ...request,
    path: maskText(request.path),
    headers: Object.fromEntries(headers),
    body: request.body && maskJson(request.body),
  };
}
