import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, root } from '../chapters.ts';
import type { SentRequest } from '../check/failure.ts';
import type { CheckResult } from '../check/run.ts';
import type { Exchange, Story } from '../check/tape.ts';
import { type Found, mentions, valuesOf } from './carried.ts';

/** One request, as it was sent, and what the requests after it took from its answer. */
export interface KeptExchange {
  readonly request: SentRequest;
  /** Whether the failed check itself has sent it; others of the same run may have prepared its way. */
  readonly isOwn: boolean;
  readonly advanced: number;
  readonly sentAt: number;
  readonly deadline: number;
  /** Places in the order of everything that happened: some requests are under way while others are sent. */
  readonly sent: number;
  readonly answered?: number;
  readonly made: readonly Found[];
}

export interface KeptRun {
  /** What its program was started with. The secrets in it were made up for that run. */
  readonly env: Readonly<Record<string, string>>;
  /** The file of the program: `main.ts`. */
  readonly program: string;
  readonly exchanges: readonly KeptExchange[];
}

/** The first check of a chapter that failed, with everything that led to it. */
export interface KeptFailure {
  readonly step: number;
  readonly name: string;
  readonly problem: string;
  /** Programs that ran on the same data, one after another. Empty where the check failed before it sent anything. */
  readonly runs: readonly KeptRun[];
  /** The place of the request that the check looked at, in the last run. */
  readonly index: number;
}

/** A run of checks sends fewer than 300 requests to one program. A learner's check may do as it likes. */
const mostExchanges = 500;
const mostBytes = 1024 * 1024;
const version = 1;

/** In `.workshop/replay`, one file for each chapter, by its slug: chapters may be renumbered. */
export class KeptFailures {
  readonly #folder: string;

  constructor(folder = join(root, '.workshop')) {
    this.#folder = join(folder, 'replay');
  }

  /** Keeps the first failure of a run of checks; forgets the one before where there is none. */
  keep(chapter: Chapter, results: readonly CheckResult[]): void {
    const failed = results.find(({ failure }) => failure !== undefined);
    if (failed === undefined) {
      this.forget(chapter);
      return;
    }
    const file = this.#file(chapter);
    mkdirSync(this.#folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, textOf(failed), { mode: 0o600 });
    renameSync(draft, file);
  }

  of(chapter: Chapter): KeptFailure | undefined {
    const file = this.#file(chapter);
    if (!existsSync(file)) return undefined;
    try {
      const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return isKept(kept) ? kept : undefined;
    } catch {
      // Cut short by a full disk, or edited: the next check writes it anew.
      return undefined;
    }
  }

  forget(chapter: Chapter): void {
    rmSync(this.#file(chapter), { force: true });
  }

  #file({ slug }: Chapter): string {
    return join(this.#folder, `${slug.slice(3)}.json`);
  }
}

/** A file of another version is as good as none. */
function isKept(value: unknown): value is KeptFailure {
  const kept = value as Partial<KeptFailure & { version: number }> | null;
  if (kept?.version !== version || !Array.isArray(kept.runs)) return false;
  const exchanges = (kept.runs as KeptRun[]).map((run) => run.exchanges.map(({ request }) => request.headers));
  return kept.index === -1 || exchanges.at(-1)?.[kept.index ?? -1] !== undefined;
}

function textOf(failed: CheckResult): string {
  const { step, name, failure, story } = failed;
  const head = { version, step, name, problem: failure?.problem ?? '' };
  for (let most = mostExchanges; story !== undefined && most > 0; most = Math.floor(most / 2)) {
    const text = JSON.stringify({ ...head, ...keptStory(story, name, most) });
    if (text.length <= mostBytes) return `${text}\n`;
  }
  return `${JSON.stringify({ ...head, runs: [], index: -1 })}\n`;
}

/** Of a story that is too long, the end. */
function keptStory({ tapes, exchange }: Story, name: string, most: number): Pick<KeptFailure, 'runs' | 'index'> {
  const all = tapes.flatMap(({ exchanges }) => exchanges);
  const last = new Set(all.slice(-most)).add(exchange);
  const runs = tapes.map(({ env, program, exchanges }) => {
    const kept = exchanges.filter((candidate) => last.has(candidate));
    return { env, program, exchanges: kept.map((one) => keptExchange(one, all, [exchange.check, name])) };
  });
  const index = tapes
    .at(-1)!
    .exchanges.filter((candidate) => last.has(candidate))
    .indexOf(exchange);
  return { runs, index };
}

function keptExchange({ answer, ...one }: Exchange, all: readonly Exchange[], checks: string[]): KeptExchange {
  const { check: sender, ...rest } = one;
  return {
    ...rest,
    isOwn: checks.includes(sender),
    made: answer === undefined ? [] : madeBy(answer, one.answered!, all),
  };
}

/** What later requests have from this answer, and from nowhere else: a title that comes back was the check's own. */
function madeBy(answer: NonNullable<Exchange['answer']>, answered: number, all: readonly Exchange[]): Found[] {
  const [before, later] = [all.filter(({ sent }) => sent < answered), all.filter(({ sent }) => sent > answered)];
  return valuesOf(answer.headers, answer.content).filter(
    ({ value }) =>
      later.some(({ request }) => mentions(request, value)) && !before.some(({ request }) => mentions(request, value)),
  );
}
