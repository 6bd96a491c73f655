import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentRequest } from '../check/failure.ts';
import type { Exchange, Recording } from '../check/tape.ts';
import { Program } from '../run/program.ts';
import type { TraceEvent } from '../trace-lines.ts';
import { valuesOf, withValues } from './made-values.ts';

/** One request of the story, and what came back this time. */
export interface Played {
  /** With the values that this program made. */
  readonly request: SentRequest;
  /** 0 if no response came; then `problem` says why. */
  status: number;
  headers: Headers;
  content: string;
  problem?: string;
  /** Undefined if the program didn't report one. */
  trace?: TraceEvent;
}

/** Sends a story to the program in a folder. Returns the requests of the last recording. */
export async function play(recordings: readonly Recording[], src: string): Promise<Played[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-replay-'));
  const values = new Map<string, string>();
  let played: Played[] = [];
  try {
    for (const recording of recordings) played = await playOne(recording, src, folder, values);
    return played;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function playOne(
  { env, program: file, exchanges }: Recording,
  src: string,
  folder: string,
  values: Map<string, string>,
): Promise<Played[]> {
  // Each side has its own database file.
  const data: Record<string, string> = env.DATABASE_URL?.startsWith('file:')
    ? { DATABASE_URL: `file:${join(folder, 'replay.db')}` }
    : {};
  const traces: TraceEvent[] = [];
  const program = new Program({
    src,
    program: file,
    env: { ...env, ...data, PORT: '0', HOST: '127.0.0.1', TRELLIS_TRACE: '1' },
    onTrace: (trace) => traces.push(trace),
  });
  try {
    const url = (await program.listening()).url.replace('localhost', '127.0.0.1');
    const underWay: Promise<void>[] = [];
    const played: Played[] = [];
    for (const [index, exchange] of exchanges.entries()) {
      // Requests that ran concurrently do so again; the others wait for the responses that came before them.
      await Promise.all(underWay.filter((_, other) => (exchanges[other]!.answered ?? Infinity) < exchange.sent));
      // The program sees the time of the check, so tokens that were valid then are valid now.
      const shift = (index === 0 ? exchange.sentAt - Date.now() : 0) + exchange.advanced;
      if (shift !== 0) await program.advance(shift);
      const request = withValues(exchange.request, values, env.JWT_SECRET);
      const one: Played = { request, status: 0, headers: new Headers(), content: '' };
      played.push(one);
      underWay.push(send(one, exchange, program, url).then(() => remember(exchange, one, values)));
    }
    await Promise.all(underWay);
    await assignTraces(played, traces, program);
    // The next program opens the file that this one writes.
    if (data.DATABASE_URL) await program.stop();
    return played;
  } finally {
    await program.kill();
  }
}

async function send(played: Played, { deadline }: Exchange, program: Program, url: string): Promise<void> {
  const { method, path, headers, body } = played.request;
  const signal = AbortSignal.timeout(deadline);
  try {
    const response = await fetch(url + path, { method, headers, body, redirect: 'manual', signal });
    played.content = await response.text();
    played.headers = response.headers;
    played.status = response.status;
  } catch {
    if (signal.aborted) played.problem = `no response within ${deadline / 1000} seconds`;
    else {
      // A connection breaks a moment before its program has ended.
      await Promise.race([program.exited(), fetch(url).catch(() => program.exited())]);
      played.problem = program.hasExited ? 'the program crashed' : 'the connection broke';
    }
  }
}

/** From now on, requests have what this response has in the places where the recorded one had its values. */
function remember({ made = [] }: Exchange, { headers, content }: Played, values: Map<string, string>): void {
  const found = new Map(valuesOf(headers, content).map(({ place, value }) => [place, value]));
  for (const { place, value } of made) if (found.has(place)) values.set(value, found.get(place)!);
}

/** Traces take another way than responses, and may come a moment later. */
async function assignTraces(played: Played[], traces: TraceEvent[], program: Program): Promise<void> {
  const answered = played.filter(({ status }) => status > 0);
  const signal = AbortSignal.timeout(2_000);
  while (traces.length < answered.length && !program.hasExited && !signal.aborted) await program.nextMessage(signal);
  for (const one of answered) {
    const fits = ({ method, status }: TraceEvent) => method === one.request.method && status === one.status;
    const exact = traces.findIndex((trace) => fits(trace) && trace.path === one.request.path.split('?')[0]);
    // A path with secrets in it is masked in the trace.
    const index = exact >= 0 ? exact : traces.findIndex(fits);
    if (index >= 0) one.trace = traces.splice(index, 1)[0];
  }
}
