import type { CheckedResponse } from '../check/checked-response.ts';
import { CheckFailure } from '../check/failure.ts';
import type { RouteRules } from './api.ts';
import { failureOf } from './failure-of.ts';
import { type Laboratory, sameViews, type Visit } from './laboratory.ts';
import { alike, secrets, type Told } from './told.ts';

/** How many people send the same request at once. Two would meet too rarely, and more than a few find nothing new. */
const people = 4;

/**
 * What somebody is told depends on nobody else: the response to a request that is alone is also the response if others send the
 * same request at the same time, while every store takes a few milliseconds longer, at random.
 */
export async function examineTogether(lab: Laboratory, rules: RouteRules): Promise<void> {
  for (const way of rules.ways ?? [undefined]) {
    const alone = await lab.prepare(rules, way);
    const first = (await lab.send(alone)).status(rules.status);
    const expected = lab.told(alone, first);
    const views = await viewAfter(lab, alone);
    const seed = newSchedule();
    const visits = await Promise.all(Array.from({ length: people }, () => lab.prepare(rules, way)));
    const responses = await Promise.all(visits.map((visit, person) => lab.send(visit, { seed: seed + person })));
    for (const [person, visit] of visits.entries()) {
      const found = lab.told(visit, responses[person]!);
      if (!alike(found, expected)) throw different(rules, found, expected, seed);
    }
    if (!rules.isShared) expectOwnSecrets(rules, responses, first, seed);
    for (const visit of visits) if (!sameViews(await viewAfter(lab, visit), views)) throw mixed(rules, seed);
    for (const { body = {} } of visits) await rules.confirm?.(lab.app, body);
    expectAwaited(rules, responses);
    if (rules.logs !== undefined && rules.creates) await expectLogged(lab, responses);
  }
}

/** What is new in a response, and long enough to be a secret or an id, is in no response to somebody else. */
function expectOwnSecrets(
  rules: RouteRules,
  responses: readonly CheckedResponse[],
  alone: CheckedResponse,
  seed: number,
): void {
  const seen = new Set<string>();
  for (const { content } of responses) {
    const own = new Set(content.match(secrets) ?? []);
    const other = [...own].find((value) => seen.has(value) && !alone.content.includes(value));
    if (other !== undefined) throw same(rules, other, seed);
    for (const value of own) seen.add(value);
  }
}

/** A request that only reads changes nothing that could be seen afterwards. */
function viewAfter(lab: Laboratory, { method, person }: Visit): Promise<Told[]> {
  return method === 'GET' ? Promise.resolve([]) : lab.view(person);
}

/** A schedule that somebody wants to see again, or a new one. */
function newSchedule(): number {
  const wanted = process.env.TRELLIS_SCHEDULE || Math.floor(Math.random() * 1_000_000);
  if (Number.isInteger(Number(wanted))) return Number(wanted);
  throw new Error(`TRELLIS_SCHEDULE is "${wanted}". It must be the number that a failure has named.`);
}

/** Each of the new entries has a line in the log: one that names another entry is worse than none. */
async function expectLogged(lab: Laboratory, responses: readonly CheckedResponse[]): Promise<void> {
  const log = await lab.printed();
  for (const response of responses) {
    const { id } = response.body;
    response.expect(log.includes(JSON.stringify(id)), `the id ${id} in the log, as that of every other entry`, kept);
  }
}

function expectAwaited(
  rules: RouteRules,
  responses: readonly { calls: readonly { what: string; isAwaited: boolean }[] }[],
): void {
  const late = responses.flatMap(({ calls }) => calls).find(({ isAwaited }) => !isAwaited);
  if (late === undefined) return;
  throw new CheckFailure({
    problem: `${rules.route} responded before one of its calls had finished.`,
    expected: `the response waits for ${late.what}`,
    cause: 'an `await` is missing: before this call, or before the call of the method that makes it.',
  });
}

function different(rules: RouteRules, found: Told, expected: Told, seed: number): CheckFailure {
  return failureOf({
    problem: `${people} users sent ${rules.route} at the same time, and one of them got another response than a user alone gets.`,
    received: found.text,
    expected: expected.text,
    cause: [
      kept,
      `a check and the change that depends on it are separate statements, and another request came between them.`,
    ],
    seed,
  });
}

function same(rules: RouteRules, value: string, seed: number): CheckFailure {
  return failureOf({
    problem: `${people} users sent ${rules.route} at the same time, and two of them got the same value: ${value}`,
    cause: kept,
    seed,
  });
}

function mixed(rules: RouteRules, seed: number): CheckFailure {
  return failureOf({
    problem: `${people} users sent ${rules.route} at the same time, and afterwards one of them had other data than a user alone has.`,
    cause: kept,
    seed,
  });
}

const kept =
  'something of a request is kept where other requests change it: in a field of a class, or in a variable outside of the functions. Keep it in a local variable or in the context.';
