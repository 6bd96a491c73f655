import type { CheckedResponse } from '../check/checked-response.ts';
import type { Refusal, RouteRules } from './api.ts';
import { changedTable, type Laboratory, sameViews, type Visit } from './laboratory.ts';
import { examineReads } from './reads.ts';
import { alike } from './told.ts';

/** Each kind of caller gets what the description of the route says. */
export async function examineCallers(lab: Laboratory, rules: RouteRules): Promise<void> {
  const { ways = [], stranger } = rules;
  for (const way of ways) await expectOpen(lab, rules, way);
  if (ways.length > 0) await expectClosed(lab, rules, ways);
  await expectFirstToDecide(lab, rules, ways);
  if (stranger) await expectOwned(lab, rules, stranger);
}

async function expectOpen(lab: Laboratory, rules: RouteRules, way: string): Promise<void> {
  (await lab.send(await lab.prepare(rules, way))).status(
    rules.status,
    `the program refuses a valid ${way} on this route.`,
  );
  const { obtain, valid = {} } = lab.api.ways[way]!;
  for (const [what, headers] of Object.entries(valid)) {
    const visit = await lab.prepare(rules, way);
    const sent = { ...visit.headers, ...headers(await obtain(lab.app, visit.person), lab.app) };
    const because = `the program refuses ${what}, which the contract accepts.`;
    (await lab.send({ ...visit, headers: sent })).status(rules.status, because);
  }
}

async function expectClosed(lab: Laboratory, rules: RouteRules, ways: readonly string[]): Promise<void> {
  const first = lab.api.ways[ways[0]!]!;
  const nobody = await lab.prepare(rules);
  await expectRefused(
    lab,
    { ...nobody, headers: { ...nobody.person.headers } },
    rules.missing ?? first.missing,
    `without a credential, ${opened}`,
  );
  await expectNoneFromTheUrl(lab, rules, rules.missing ?? first.missing);
  for (const [name, way] of Object.entries(lab.api.ways)) {
    const visit = await lab.prepare(rules);
    const valid = await way.obtain(lab.app, visit.person);
    if (way.includes !== undefined && ways.includes(way.includes)) continue;
    const sending = (headers: Readonly<Record<string, string>>) => ({
      ...visit,
      headers: { ...visit.person.headers, ...headers },
    });
    if (!ways.includes(name)) {
      const because = `the route doesn't accept ${name}, and this credential opened it.`;
      await expectRefused(
        lab,
        sending(valid.headers),
        rules.refused?.[name] ?? rules.missing ?? first.missing,
        because,
      );
      for (const [where, claim] of Object.entries(rules.refused?.[name] ? claims : {})) {
        const claiming = claim(sending(valid.headers), visit.person.marks);
        if (claiming) await expectRefused(lab, claiming, rules.refused![name]!, `the program believes ${where}.`);
      }
      continue;
    }
    for (const [what, { headers, refusal }] of Object.entries(way.invalid)) {
      const sent = headers(valid, lab.app);
      const because = `with ${what}, ${opened}`;
      await expectRefused(lab, sending(sent), rules.missing ?? refusal, because);
      // An invalid credential decides, even if the request has a valid one of a later way.
      for (const later of ways.slice(ways.indexOf(name) + 1)) {
        const both = { ...(await lab.credential(visit.person, later)), ...sent };
        await expectRefused(
          lab,
          sending(both),
          refusal,
          `the request also has a valid ${later}, and that decided. The ways are tried in another order, or the next one is tried after a refusal.`,
        );
      }
    }
  }
}

/** A valid credential opens the route, even if the request also has an invalid one of a later way, for example an old cookie. */
async function expectFirstToDecide(lab: Laboratory, rules: RouteRules, ways: readonly string[]): Promise<void> {
  for (const [index, later] of ways.entries()) {
    const [first] = Object.entries(lab.api.ways[later]!.invalid);
    if (first === undefined) continue;
    const [what, { headers }] = first;
    for (const way of ways.slice(0, index)) {
      const visit = await lab.prepare(rules, way);
      const old = await lab.api.ways[later]!.obtain(lab.app, await lab.register());
      const response = await lab.send({ ...visit, headers: { ...headers(old, lab.app), ...visit.headers } });
      const because = `the request has a valid ${way} and also ${what}, which decided. The first credential that is present decides.`;
      response.status(rules.status, because);
    }
  }
}

/** What a program might call a credential in a query string. */
const names = ['token', 'access_token', 'authorization', 'credential', 'session', 'session_id', 'api_key', 'key'];

/** URLs are in logs, in histories and in the Referer header of other requests: a credential there counts for nothing. */
async function expectNoneFromTheUrl(lab: Laboratory, rules: RouteRules, refusal: Refusal): Promise<void> {
  for (const way of rules.ways ?? []) {
    const { person, ...visit } = await lab.prepare(rules);
    const { headers, secret } = await lab.obtain(person, way);
    for (const value of [secret, ...Object.values(headers)]) {
      const query = new URLSearchParams(
        Object.fromEntries([...names, ...Object.keys(headers)].map((name) => [name, value])),
      );
      const sent = { ...visit, person, path: `${visit.path}?${query}`, headers: { ...person.headers } };
      await expectRefused(lab, sent, refusal, `the program accepts a ${way} from the query string of the URL.`);
    }
  }
}

async function expectOwned(lab: Laboratory, rules: RouteRules, stranger: Refusal | { status: 204 }): Promise<void> {
  const { ways = [] } = rules;
  for (const way of ways) {
    const owner = await lab.prepare(rules);
    const other = await lab.prepare(rules, way);
    const [view, tables] = [await lab.view(owner.person), await lab.tables()];
    const response = await lab.send({ ...owner, headers: other.headers, body: other.body });
    const because = `this belongs to somebody else. (The request has the ${way} of another user.)`;
    if ('error' in stranger) expectRefusal(lab, response, stranger, because);
    else response.status(204, because);
    // Using a session may also note when it was used. The first way doesn't.
    const isSame = way !== ways[0] || changedTable(tables, await lab.tables()) === undefined;
    response.expect(
      isSame && sameViews(await lab.view(owner.person), view),
      'that a request of somebody else changes nothing',
      'the statement does not name the user.',
    );
  }
}

const opened = 'the route is open.';
const otherRefusal = [
  'another check refuses the request before the one of its credential does.',
  'another way decides: if there is no credential, the first one that the route lists must refuse the request.',
];

/** A request that is refused changes nothing, whatever the response says. */
async function expectRefused(lab: Laboratory, visit: Visit, refusal: Refusal, because: string) {
  const before = await lab.tables();
  const response = await lab.send(visit);
  const isOpened = response.code < 400 && response.code !== refusal.status;
  expectRefusal(lab, response, refusal, isOpened || !because.endsWith(opened) ? because : otherRefusal);
  const changed = changedTable(before, await lab.tables());
  response.expect(
    changed === undefined,
    `nothing to change in the table ${changed}`,
    'the request is refused, and its handler runs anyway: a `return` is missing, or next() is called as well.',
  );
}

export function expectRefusal(
  { api }: Laboratory,
  response: CheckedResponse,
  { status, error }: Refusal,
  because: string | string[],
): void {
  if (!api.isForPeople) response.error(status, error, because);
  else if (status === 303) response.redirect(error, because);
  else response.page(status, because).expect(response.content.includes(error), `a page that says: ${error}`, because);
}

/** Who somebody is follows from the credential alone: nothing else in a request may say it. */
export async function examineIdentity(lab: Laboratory, rules: RouteRules): Promise<void> {
  const honest = await lab.prepare(rules);
  const usual = await lab.send(honest);
  const expected = lab.told(honest, usual);
  const isReading = honest.method === 'GET';
  const views = isReading ? [] : await lab.view(honest.person);
  for (const [where, claim] of Object.entries(claims)) {
    const victim = await lab.register();
    const before = isReading ? [] : await lab.view(victim);
    const visit = await lab.prepare(rules);
    const claiming = claim(visit, victim.marks);
    if (claiming === undefined) continue;
    const response = await lab.send(claiming);
    // A program may also refuse a request that says too much.
    const isRefused = response.code === 400;
    const isEchoed =
      !rules.isShared &&
      [victim.marks.id, victim.marks.email, longAgo].some((claimed) => claimed && response.content.includes(claimed));
    const isSame = isRefused || (!isEchoed && alike(lab.told(visit, response), expected));
    const because = `the program believes ${where}.`;
    response.expect(isSame, 'the same response as without it', because);
    if (isReading) continue;
    response.expect(sameViews(await lab.view(victim), before), 'nothing of the other user to change', because);
    const isOwn = isRefused || sameViews(await lab.view(visit.person), views);
    response.expect(isOwn, 'that the request counts for the user of the credential', because);
  }
  await examineReads(lab, rules, usual.reads);
}

const longAgo = '2001-01-01T00:00:00.000Z';

type Claim = (visit: Visit, victim: Readonly<Record<string, string>>) => Visit | undefined;

const claims: Record<string, Claim> = {
  'the query string': (visit, { id = '', email = '' }) => ({
    ...visit,
    path: `${visit.path}?${new URLSearchParams({ user_id: id, author_id: id, id, email, role: 'admin', _method: 'DELETE' })}`,
  }),
  'headers that a client can set': (visit, { id = '', email = '' }) => ({
    ...visit,
    headers: {
      ...visit.headers,
      'X-User-Id': id,
      'X-User-Email': email,
      'X-Role': 'admin',
      'X-HTTP-Method-Override': 'DELETE',
    },
  }),
  // A route that asks for one refuses it: see above.
  'a credential that nobody has issued': (visit) =>
    visit.rules.ways === undefined
      ? { ...visit, headers: { ...visit.headers, Authorization: 'Bearer x', 'X-API-Key': 'x' } }
      : undefined,
  'fields of the body that are not part of the request': (visit, { id = '' }) =>
    visit.body && {
      ...visit,
      body: { user_id: id, author_id: id, id, role: 'admin', created_at: longAgo, ...visit.body },
    },
};
