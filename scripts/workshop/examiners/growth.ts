import type { Session } from '../check/session.ts';
import type { RouteRules } from './api.ts';
import type { Laboratory, Visit } from './laboratory.ts';

/** What a request asks the stores doesn't grow with the number of entries, and the response has all of them. */
export async function examineGrowth(lab: Laboratory, rules: RouteRules): Promise<void> {
  if (rules.grow === undefined) return;
  const visit = await lab.prepare(rules);
  const visitor = { app: lab.app, person: visit.person, headers: visit.headers };
  const few = await lab.send(visit);
  for (let added = 0; added < 10; added++) await rules.grow(visitor);
  const many = await lab.send(visit);
  many.expect(
    rules.isPaged ? many.content !== few.content : many.content.length > few.content.length,
    'the entries that were added since the last request',
    'the response is kept from an earlier request, or it has a limit.',
  );
  many.expect(
    many.calls.length === few.calls.length,
    `${few.calls.length} calls to the stores, as with fewer entries; there were ${many.calls.length}`,
    'there is one query for each entry. Ask for all of them at once.',
  );
  if (rules.isNewestFirst) await expectNewestFirst(lab, rules);
}

/** Entries of the same millisecond keep the order in which they were created. */
async function expectNewestFirst(lab: Laboratory, rules: RouteRules): Promise<void> {
  const visit = await lab.prepare(rules);
  const visitor = { app: stoppedAt(lab.app, Date.now()), person: visit.person, headers: visit.headers };
  let known = new Set((await listOf(lab, visit)).ids);
  for (let added = 0; added < 5; added++) {
    await rules.grow?.(visitor);
    const { ids, response } = await listOf(lab, visit);
    response.expect(
      ids.length > known.size && !known.has(ids[0]!),
      'the newest entry first, although it was created in the same millisecond as others',
      'the list is sorted by the time alone: entries of the same millisecond then have no order. Use a second criterion, such as the id.',
    );
    known = new Set(ids);
  }
}

async function listOf(lab: Laboratory, visit: Visit) {
  const response = (await lab.send(visit)).status(visit.rules.status);
  return { response, ids: (response.body as { id: string }[]).map(({ id }) => id) };
}

/** The same program, whose clock stands still during every POST. */
function stoppedAt(app: Session, at: number): Session {
  const post: Session['post'] = (path, body, options) => app.post(path, body, { ...options, orders: { at } });
  return new Proxy(app, {
    get(target, name) {
      if (name === 'post') return post;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
