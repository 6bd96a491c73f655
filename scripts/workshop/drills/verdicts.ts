import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fail, type Rehearsal, type Rehearsed } from '../incidents/rehearsal.ts';
import type { Visit } from '../incidents/traffic.ts';

/** A request of a check: a path to GET, or all of it. */
export type Sent =
  | string
  | { path: string; method?: string; body?: object; headers?: Record<string, string>; user?: number };

/** Sends the requests to both, and expects the same status and the same content. */
export async function sameAsHealthy({ mine, healthy }: Rehearsal, requests: readonly Sent[]): Promise<void> {
  for (const sent of requests) {
    const [ours, theirs] = [await send(mine, sent), await send(healthy, sent)];
    if (ours.status === theirs.status && isSame(ours, theirs)) continue;
    const from = ours.status === theirs.status ? firstDifference(textOf(ours), textOf(theirs)) : 0;
    fail(
      `${nameOf(sent)} responds with ${ours.status || 'nothing'}${excerpt(ours, from)}`,
      `${theirs.status}${excerpt(theirs, from)}, as from the healthy program`,
      'the repair changes what readers get, or removes a part of the blog.',
    );
  }
}

/** A request to the learner's program has to have this status. */
export async function succeed(program: Rehearsed, sent: Sent, expected = 200): Promise<Visit> {
  const visit = await send(program, sent);
  if (visit.status === expected) return visit;
  return fail(
    `${nameOf(sent)} responds with ${visit.status || 'nothing'}.`,
    String(expected),
    'the repair has broken something that worked.',
  );
}

/** One request costs no more statements than in the healthy program, and a few. */
export async function fewStatements(
  { mine, healthy }: Rehearsal,
  requests: readonly Sent[],
  cause: string,
  slack = 3,
): Promise<void> {
  for (const sent of requests) {
    const [ours, theirs] = [await statementsFor(mine, sent), await statementsFor(healthy, sent)];
    if (ours <= theirs + slack) continue;
    fail(
      `${nameOf(sent)} sends ${ours} statements to the database.`,
      `about ${theirs}, as in the healthy program`,
      cause,
    );
  }
}

async function statementsFor(program: Rehearsed, sent: Sent): Promise<number> {
  await program.statements();
  await send(program, sent);
  return (await program.statements()).reduce((sum, { calls }) => sum + calls, 0);
}

/** The database works on a request for at most `limit` times as long as that of the healthy program, in the best rounds. */
export async function asQuick(
  rehearsal: Rehearsal,
  sent: (round: number) => Sent,
  { cause, limit = 5, rounds = 8 }: { cause: string; limit?: number; rounds?: number },
): Promise<void> {
  let round = 0;
  const work = async (program: Rehearsed) => {
    await program.statements();
    await send(program, sent(round++));
    return (await program.statements()).reduce((sum, { ms }) => sum + ms, 0);
  };
  // Less than half a millisecond could be anything.
  const { ratio } = await rehearsal.ratio(work, { limit, least: 0.5, rounds });
  if (ratio <= limit) return;
  fail(
    `For ${nameOf(sent(0))}, the database works ${ratio.toFixed(1)} times as long as for the healthy program.`,
    `at most ${limit} times, in the best of several rounds`,
    cause,
  );
}

/** While it works on the request, the event loop is silent for at most `limit` times as long as that of the healthy program. */
export async function asResponsive(rehearsal: Rehearsal, sent: () => Sent, cause: string, limit = 4): Promise<void> {
  const work = async (program: Rehearsed) => {
    await program.silence();
    await send(program, sent());
    return program.silence();
  };
  const { ratio, mine } = await rehearsal.ratio(work, { limit, least: 10 });
  if (ratio <= limit) return;
  fail(
    `While ${nameOf(sent())} is under way, the event loop is silent for ${Math.round(mine)} ms: ${ratio.toFixed(1)} times as long as in the healthy program.`,
    `at most ${limit} times, in the best of several rounds`,
    cause,
  );
}

/** After many requests, each one more adds at most `most` bytes that can't be collected, beyond those of the healthy program. */
export async function asMuchMemory(
  { mine, healthy }: Rehearsal,
  sent: (number: number) => Sent,
  { cause, count, most }: { cause: string; count: number; most: number },
): Promise<void> {
  const grown = async (program: Rehearsed) => {
    const batch = async (from: number) => {
      for (let number = from; number < from + count; number += 10)
        await program.together(10, (user) => send(program, sent(number + user.number), user.number));
    };
    // What is kept on purpose is there after the first batch.
    await batch(0);
    const before = await program.memory();
    await batch(count);
    return ((await program.memory()) - before) / count;
  };
  const [ours, theirs] = [await grown(mine), await grown(healthy)];
  if (ours - Math.max(0, theirs) <= most) return;
  fail(
    `After ${count} requests such as ${nameOf(sent(0))}, each one still adds ${Math.round(ours)} bytes that can't be collected.`,
    `at most ${most} more than in the healthy program, where it is ${Math.round(Math.max(0, theirs))}`,
    cause,
  );
}

export function send(program: Rehearsed, sent: Sent, number?: number): Promise<Visit> {
  if (typeof sent === 'string') return program.user(number).get(sent);
  const { path, method = 'GET', body, headers, user = number } = sent;
  return program.user(user).send(method, path, body, headers);
}

function nameOf(sent: Sent): string {
  return typeof sent === 'string' ? `GET ${sent}` : `${sent.method ?? 'GET'} ${sent.path}`;
}

/** JSON may have its fields in another order. */
function isSame({ content: a }: Visit, { content: b }: Visit): boolean {
  if (a.equals(b)) return true;
  try {
    return isDeepStrictEqual(JSON.parse(a.toString()), JSON.parse(b.toString()));
  } catch {
    return false;
  }
}

function textOf({ content }: Visit): string {
  return content.toString();
}

/** Where two strings begin to differ, with a few characters before it that both have. */
function firstDifference(ours: string, theirs: string): number {
  let same = 0;
  while (same < ours.length && ours[same] === theirs[same]) same++;
  return Math.max(0, same - 20);
}

function excerpt(visit: Visit, from: number): string {
  const text = textOf(visit);
  const end = from + 80;
  if (text === '') return '';
  return `: ${from > 0 ? '…' : ''}${text.slice(from, end)}${text.length > end ? ' …' : ''}`;
}

/** Milliseconds that a response may take at least, on a busy machine as well. */
const patience = 10_000;

/**
 * All requests at the same moment, to both programs. A request without a response counts as missing if the healthy program has
 * responded to all of them long before.
 */
export async function answered(
  { mine, healthy }: Rehearsal,
  requests: readonly Sent[],
): Promise<{ missing: number; odd: number | undefined }> {
  const started = performance.now();
  const visits: Visit[] = [];
  const ours = Promise.all(requests.map(async (sent) => visits.push(await send(mine, sent))));
  await Promise.all(requests.map((sent) => send(healthy, sent)));
  const rest = Math.max(patience, 10 * (performance.now() - started));
  await Promise.race([ours, delay(rest, undefined, { ref: false })]);
  const statuses = visits.map(({ status }) => status);
  return { missing: requests.length - visits.length, odd: statuses.find((status) => status < 200 || status > 299) };
}
