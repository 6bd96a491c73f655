import { randomUUID } from 'node:crypto';
import { maskHeader, maskJson, maskText } from '../../../framework/trace/masks.ts';
import type { Chapter } from '../chapters.ts';
import type { Check } from '../check/check-definition.ts';
import { checksOf } from '../check/collector.ts';
import type { Exchange } from '../check/exchange.ts';
import { curlOf } from '../check/failure.ts';
import type { SentRequest } from '../check/failure-parts.ts';
import { withSeed } from '../check/random.ts';
import { type CheckResult, Run } from '../check/run.ts';
import { renderFailure } from '../failure-view.ts';
import { withFolder } from '../scratch-folder.ts';
import { solutionAt } from '../starters.ts';
import { lastUrl } from '../xray/feed.ts';
import { type Comparison, compare } from './comparison.ts';

export interface Replayed extends Comparison {
  /** The check that failed. */
  readonly failed: CheckResult;
  /** How many requests were sent before this one. */
  readonly before: number;
  /** The request as a command, with its secrets masked. */
  readonly curl: string;
  /** Whether the check failed at this request. False if the programs already differ at an earlier one. */
  readonly isLookedAt: boolean;
}

/** Why nothing can be replayed, and what to do. */
export class NotReplayed extends Error {
  override readonly name = 'NotReplayed';
}

/**
 * Runs the checks up to the first that fails, with the learner's program and then with the solution of the same step, and
 * compares what came back. The checks carry ids and tokens from one request to the next, as they always do.
 * Undefined if no check fails.
 */
export async function replay(chapter: Chapter, checks?: readonly Check[]): Promise<Replayed | undefined> {
  const seed = randomUUID();
  const all = checks ?? (await checksOf(chapter));
  const mine = await withSeed(seed, () => runUntilFailure(all, chapter.src));
  const { failed } = mine;
  if (failed?.failure === undefined) return undefined;
  const { step, name, failure, exchange } = failed;
  if (exchange === undefined) {
    throw new NotReplayed(`"${name}" failed without a request to send again.\n\n${renderFailure(failure)}`);
  }
  const same = all.slice(0, all.findIndex((check) => check.name === name) + 1);
  const solution = await withFolder(solutionAt(chapter, step), (src) =>
    withSeed(seed, () => runUntilFailure(same, src)),
  );
  const sent = pairsOf(mine.exchanges, solution.exchanges, exchange);
  const compared = sent.map(([own, other]) => ({ own, ...compare(own, other) }));
  const shown = compared.find(({ difference }) => difference !== undefined) ?? compared.at(-1);
  if (shown === undefined) throw new NotReplayed(`The solution of step ${step} did not get the request of "${name}".`);
  const curl = curlOf(maskedRequest(shown.own.request), lastUrl(chapter));
  const before = mine.exchanges.indexOf(shown.own);
  return { ...shown, failed, before, curl, isLookedAt: shown.own === exchange };
}

async function runUntilFailure(
  checks: readonly Check[],
  src: string,
): Promise<{ exchanges: readonly Exchange[]; failed?: CheckResult }> {
  const run = new Run(src, { env: { TRELLIS_TRACE: '1' } });
  try {
    for (const check of checks) {
      const result = await run.result(check);
      if (result.failure !== undefined) return { exchanges: [...run.exchanges], failed: result };
    }
    return { exchanges: run.exchanges };
  } finally {
    await run.end();
  }
}

/** What the same part of the check sent in both runs, up to the request that it failed at. */
function pairsOf(mine: readonly Exchange[], solution: readonly Exchange[], last: Exchange): [Exchange, Exchange][] {
  const isSame = ({ sender }: Exchange) => sender.join() === last.sender.join();
  const others = solution.filter(isSame);
  const own = mine.filter(isSame);
  return own.slice(0, own.indexOf(last) + 1).flatMap((one, at) => (others[at] ? [[one, others[at]]] : []));
}

export function maskedRequest(request: SentRequest): SentRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)]);
  return {
    ...request,
    path: maskText(request.path),
    headers: Object.fromEntries(headers),
    body: request.body && maskJson(request.body),
  };
}
