import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CheckFailure } from '../check/failure.ts';
import type { Session } from '../check/session.ts';
import { type Api, methodOf, pathOf, type RouteRules, routesAfter } from './api.ts';
import { Laboratory, type Visit } from './laboratory.ts';
import { alike } from './told.ts';

/** What was true before a restart is true after it, and a request that was there before the end has its response. */
export async function examineRestart(app: Session, api: Api): Promise<void> {
  const env = { DATABASE_URL: `file:${join(await app.folder(), 'restart.db')}` };
  const before = Laboratory.open(app, api, env);
  const visits: Visit[] = [];
  for (const rules of routesAfter(api).filter(isPrepared)) {
    for (const way of rules.ways ?? [undefined]) visits.push(await before.prepare(rules, way));
  }
  const last = await before.prepare(visits[0]!.rules, visits[0]!.way);
  const pending = before.send(last, { pause: 100 });
  // Its response shows that the program has received the request before it.
  await before.send(await before.prepare(last.rules, last.way));
  const code = await before.app.stop();
  (await pending).status(last.rules.status, 'the program stopped while this request was running, and cut it off.');
  if (code !== 0) {
    const cause = 'something keeps the process alive, or fails while it stops.';
    throw new CheckFailure({ problem: `The program was asked to stop, and ended with the exit code ${code}.`, cause });
  }
  const after = Laboratory.open(app, api, env);
  const because = 'the program was restarted, and what this request needs was only in the memory of the process.';
  for (const visit of visits) (await after.send(visit)).status(visit.rules.status, because);
}

/** Two applications in one process don't know each other. */
export async function examineTwins(app: Session, api: Api): Promise<void> {
  const one = Laboratory.open(app, api, { TRELLIS_TWICE: '1' });
  const other = new Laboratory(one.app.twin(), api);
  const visits: Visit[] = [];
  for (const rules of routesAfter(api)) visits.push(await one.prepare(rules));
  for (const visit of visits) if (visit.body !== undefined) await one.send(visit);
  const words = visits.flatMap(({ person }) => one.wordsOf(person));
  for (const visit of visits) {
    const { rules, way } = visit;
    if (rules.isShared) await expectUnseen(other, visit, words);
    if (rules.params !== undefined) await expectUnknown(other, rules, visit);
    if (way === undefined || !api.ways[way]!.isStoredAsDigest) continue;
    const response = await other.send(visit);
    const { status } = rules.missing ?? api.ways[way]!.missing;
    response.expect(response.code === status, `that a ${way} of another application opens nothing`, shared);
  }
}

async function expectUnseen(other: Laboratory, visit: Visit, words: readonly string[]): Promise<void> {
  const response = await other.send(visit);
  response.expect(!words.some((word) => response.content.includes(word)), 'nothing of another application', shared);
}

/** What one application has created is, for the other, like something that never existed. */
async function expectUnknown(other: Laboratory, rules: RouteRules, visit: Visit): Promise<void> {
  const own = await other.prepare(rules);
  const never = {
    ...own,
    path: pathOf(rules, Object.fromEntries(parametersOf(rules).map((name) => [name, randomUUID()]))),
  };
  const expected = other.told(own, await other.send(never));
  const response = await other.send({ ...own, path: visit.path });
  response.expect(alike(other.told(own, response), expected), 'the response for something that does not exist', shared);
}

function parametersOf({ route }: RouteRules): string[] {
  return [...route.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}

/** Whether something has to be there before the request. */
function isPrepared(rules: RouteRules): boolean {
  const hasBody = rules.body !== undefined && methodOf(rules) !== 'GET' && !rules.isVolatile;
  return rules.ways !== undefined || rules.params !== undefined || hasBody;
}

const shared =
  'two applications run in one process, and share something: a static field, or a variable outside of the classes. Keep it in a field of a class that the module declares.';
