import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentRequest } from '../check/failure.ts';
import { Program, ProgramFailed } from '../run/program.ts';
import type { TraceEvent } from '../trace-lines.ts';
import { carry, type Found, valuesOf } from './carried.ts';
import type { KeptExchange, KeptRun } from './kept-failures.ts';

/** What became of one request. */
export interface Outcome {
  /** As it was sent this time, with the values that this program has made. */
  readonly request: SentRequest;
  /** 0 where no answer came; then `problem` says why. */
  status: number;
  headers: Headers;
  content: string;
  problem?: string;
  /** Undefined where the program never got so far as to tell. */
  trace?: TraceEvent;
}

/** How long the last traces may take after their answers: they come by another way. */
const patience = 2_000;
const startDeadline = 60_000;

/** Sends everything that was kept to the program in a folder. Gives the outcomes of each run, in the order of sending. */
export async function play(runs: readonly KeptRun[], src: string): Promise<Outcome[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-replay-'));
  const values = new Map<string, string>();
  try {
    const outcomes: Outcome[][] = [];
    for (const run of runs) outcomes.push(await playRun(run, src, folder, values, run !== runs.at(-1)));
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function playRun(
  run: KeptRun,
  src: string,
  folder: string,
  values: Map<string, string>,
  hasSuccessor: boolean,
): Promise<Outcome[]> {
  const traces: TraceEvent[] = [];
  const program = new Program({
    src,
    program: run.program,
    env: { ...run.env, ...ownData(run.env, folder), PORT: '0', HOST: '127.0.0.1', TRELLIS_TRACE: '1' },
    onTrace: (trace) => traces.push(trace),
  });
  try {
    const { url } = await listening(program);
    const outcomes = await sendAll(run, program, url.replace('localhost', '127.0.0.1'), values);
    const answered = outcomes.filter(({ status }) => status > 0);
    await untilTold(program, () => traces.length >= answered.length);
    giveTraces(answered, traces);
    // A successor opens the file that this program writes; nobody waits for the end of the last one.
    if (hasSuccessor) await program.stop();
    return outcomes;
  } finally {
    await program.kill();
  }
}

/** Each side has a database of its own. */
function ownData({ DATABASE_URL = '' }: KeptRun['env'], folder: string): Record<string, string> {
  return DATABASE_URL.startsWith('file:') ? { DATABASE_URL: `file:${join(folder, 'replay.db')}` } : {};
}

/** Some programs start and never listen. */
function listening(program: Program): Promise<{ url: string }> {
  const signal = AbortSignal.timeout(startDeadline);
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new ProgramFailed('waiting', program.output));
    signal.addEventListener('abort', refuse, { once: true });
  });
  return Promise.race([program.listening(), late]);
}

async function sendAll(
  { env, exchanges }: KeptRun,
  program: Program,
  url: string,
  values: Map<string, string>,
): Promise<Outcome[]> {
  const under: Promise<void>[] = [];
  const outcomes: Outcome[] = [];
  for (const [index, exchange] of exchanges.entries()) {
    // What was answered before this request was sent is answered before it again; what ran beside it runs beside it.
    await Promise.all(under.filter((_, other) => (exchanges[other]!.answered ?? Infinity) < exchange.sent));
    // To the program it is the time of the check: tokens that were good then are good now.
    const shift = index === 0 ? exchange.sentAt - Date.now() : 0;
    if (shift + exchange.advanced !== 0) await program.advance(shift + exchange.advanced);
    const outcome = {
      request: carry(exchange.request, values, env.JWT_SECRET),
      status: 0,
      headers: new Headers(),
      content: '',
    };
    outcomes.push(outcome);
    under.push(send(outcome, exchange, program, url).then(() => note(exchange.made, outcome, values)));
  }
  await Promise.all(under);
  return outcomes;
}

async function send(outcome: Outcome, { deadline }: KeptExchange, program: Program, url: string): Promise<void> {
  const { method, path, headers, body } = outcome.request;
  const signal = AbortSignal.timeout(deadline);
  try {
    const response = await fetch(url + path, { method, headers, body, redirect: 'manual', signal });
    outcome.content = await response.text();
    outcome.headers = response.headers;
    outcome.status = response.status;
  } catch (error) {
    if (signal.aborted) outcome.problem = `no answer within ${deadline / 1000} seconds`;
    else
      outcome.problem = (await hasCrashed(program, url))
        ? 'the program crashed'
        : `the connection broke: ${reasonOf(error)}`;
  }
}

/** A connection breaks a moment before its program is seen to be dead. Another one tells whether it is. */
async function hasCrashed(program: Program, url: string): Promise<boolean> {
  await Promise.race([program.exited(), fetch(url).catch(() => program.exited())]);
  return program.hasExited;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

/** From now on, requests carry what this answer has in the places where the kept one had its values. */
function note(made: readonly Found[], { headers, content }: Outcome, values: Map<string, string>): void {
  const found = new Map(valuesOf(headers, content).map(({ place, value }) => [place.join('\0'), value]));
  for (const { place, value } of made) {
    const fresh = found.get(place.join('\0'));
    if (fresh !== undefined) values.set(value, fresh);
  }
}

async function untilTold(program: Program, isEnough: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  while (!isEnough() && !program.hasExited && !signal.aborted) await program.nextMessage(signal);
}

/** Traces come in the order of the answers; only requests that ran side by side have to be told apart. */
function giveTraces(outcomes: readonly Outcome[], traces: readonly TraceEvent[]): void {
  const waiting = [...traces];
  for (const outcome of outcomes) {
    const path = outcome.request.path.split('?')[0];
    const fits = (trace: TraceEvent) => trace.method === outcome.request.method && trace.status === outcome.status;
    const exact = waiting.findIndex((trace) => fits(trace) && trace.path === path);
    // A path may come back otherwise than it was sent: canonical, and with its secrets masked.
    const index = exact >= 0 ? exact : waiting.findIndex(fits);
    if (index >= 0) outcome.trace = waiting.splice(index, 1)[0];
  }
}
