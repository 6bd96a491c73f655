import type { RouteRules } from './api.ts';
import type { Laboratory } from './laboratory.ts';

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
}
