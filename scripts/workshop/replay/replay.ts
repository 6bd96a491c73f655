import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { maskHeader, maskJson, maskText } from '../../../framework/trace/masks.ts';
import type { Chapter } from '../chapters.ts';
import { curlOf, type SentRequest } from '../check/failure.ts';
import { isolation } from '../check/run.ts';
import { ProgramFailed } from '../run/program.ts';
import { startupCause, startupOutput } from '../run/startup-cause.ts';
import { type Difference, differencesOf } from './answers.ts';
import type { KeptFailure } from './kept-failures.ts';
import { type Parting, partingOf } from './parting.ts';
import { type Outcome, play } from './playback.ts';
import { type Trip, tripOf } from './stations.ts';

/** One request that both programs were sent. */
export interface Comparison {
  /** As a line to paste, with its secrets masked. */
  readonly curl: string;
  readonly mine: Trip;
  readonly solution: Trip;
  readonly parting: Parting | undefined;
  readonly differences: readonly Difference[];
}

export interface Replayed {
  readonly failure: KeptFailure;
  /** How many requests were sent before the one in question, to bring both programs to the same state. */
  readonly before: number;
  /** The one that the check looked at. */
  readonly looked: Comparison;
  /** Another one of the same check that tells more: they part before, or the one in question is the same in both. */
  readonly other: (Comparison & { readonly isBefore: boolean }) | undefined;
}

/** Why nothing can be replayed: written for the person who has to act. */
export class NotReplayed extends Error {
  override readonly name = 'NotReplayed';
}

/** Sends a kept failure to the learner's program and to the solution, each fresh, and compares what becomes of it. */
export async function replay(chapter: Chapter, failure: KeptFailure): Promise<Replayed> {
  if (!existsSync(join(chapter.solution, 'main.ts'))) {
    const place = `solutions/${chapter.slug}`;
    throw new NotReplayed(
      `The solution of chapter ${chapter.number} is missing. To get it back: git checkout -- ${place}`,
    );
  }
  if (failure.index < 0) throw await withoutRequest(chapter, failure);
  const [mine, solution] = await Promise.allSettled([
    play(failure.runs, chapter.src),
    play(failure.runs, chapter.solution),
  ]);
  if (mine.status === 'rejected') throw notStarted(yoursDoesNotStart, mine.reason);
  if (solution.status === 'rejected')
    throw notStarted(
      `The solution of chapter ${chapter.number} does not start. Does npm run doctor find something?`,
      solution.reason,
    );
  const [last, lookedAt] = [failure.runs.length - 1, failure.index];
  const compared = failure.runs.flatMap(({ exchanges }, run) =>
    exchanges.map(({ isOwn }, index) => ({
      ...compare(mine.value[run]![index]!, solution.value[run]![index]!),
      isOwn,
      isBefore: run < last || index < lookedAt,
    })),
  );
  const before = compared.length - failure.runs[last]!.exchanges.length + lookedAt;
  const looked = compared[before]!;
  return { failure, before, looked, other: otherOf(compared, looked) };
}

type Compared = Comparison & { readonly isOwn: boolean; readonly isBefore: boolean };

function otherOf(compared: Compared[], looked: Compared): Compared | undefined {
  const others = compared.filter((one) => one.isOwn && one !== looked);
  const parted = others.find(({ isBefore, parting }) => isBefore && parting !== undefined);
  if (parted !== undefined || !isAlike(looked)) return parted;
  return others.find((one) => !isAlike(one));
}

export function isAlike({ parting, differences }: Comparison): boolean {
  return parting === undefined && differences.length === 0;
}

const yoursDoesNotStart = 'Your program does not start, so there is nothing to compare.';

/** The usual reason is a program that did not start. Whether it does now is what the learner wants to know. */
async function withoutRequest({ number, src }: Chapter, { name }: KeptFailure): Promise<Error> {
  return play([{ env: isolation(), program: 'main.ts', exchanges: [] }], src).then(
    () =>
      new NotReplayed(
        `The check "${name}" failed without a request to send again. Check once more: npm test ${number}`,
      ),
    (error: unknown) => notStarted(yoursDoesNotStart, error),
  );
}

function compare(mine: Outcome, solution: Outcome): Comparison {
  const [left, right] = [tripOf(mine), tripOf(solution)];
  return {
    curl: maskedCurl(mine.request),
    mine: left,
    solution: right,
    parting: partingOf(left, right),
    differences: differencesOf(mine, solution),
  };
}

function maskedCurl(request: SentRequest): string {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)]),
  );
  const masked: SentRequest = { ...request, path: maskText(request.path), headers };
  if (request.body !== undefined) masked.body = maskJson(request.body);
  return curlOf(masked);
}

function notStarted(problem: string, error: unknown): Error {
  if (!(error instanceof ProgramFailed)) return error as Error;
  const output = startupOutput(error.output) || error.message;
  return new NotReplayed(`${problem}\n\n${output}\n\nLikely cause: ${startupCause(error.output)}`);
}
