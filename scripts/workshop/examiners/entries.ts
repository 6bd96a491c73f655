import { pathOf, type RouteRules } from './api.ts';
import type { Laboratory, Visit } from './laboratory.ts';

/** So many that a random number of three digits occurs twice. */
const many = 100;

/** Every entry has an id of its own, however many are created at the same moment, and whatever was deleted before. */
export async function examineEntries(lab: Laboratory, rules: RouteRules): Promise<void> {
  const visit = await lab.prepare(rules);
  const at = Date.now();
  const create = async () => (await lab.send(visit, { at })).status(rules.status);
  const ids = new Set<unknown>();
  for (let created = 0; created < many; created += 10) {
    for (const response of await Promise.all(Array.from({ length: 10 }, create))) {
      const { id } = response.body;
      response.expect(
        !ids.has(id),
        `an id that no other entry has; ${JSON.stringify(id)} has occurred before`,
        notUnique,
      );
      ids.add(id);
    }
  }
  await expectNewAfterDeletion(lab, visit, create);
}

async function expectNewAfterDeletion(
  lab: Laboratory,
  visit: Visit,
  create: () => ReturnType<Laboratory['send']>,
): Promise<void> {
  const removal = lab.api.routes.find(
    ({ route }) => route === visit.rules.route.replace(/^POST (.*)$/, 'DELETE $1/:id'),
  );
  if (removal === undefined || removal.step > lab.step) return;
  const [first, second] = [await create(), await create()];
  const path = pathOf(removal, { id: first.body.id });
  (await lab.app.delete(path, { headers: { ...visit.headers } })).status(removal.status);
  const third = await create();
  const isNew = third.body.id !== first.body.id && third.body.id !== second.body.id;
  third.expect(isNew, 'an id that no other entry has had, after an entry was deleted', counted);
}

const notUnique =
  'the id is not unique: a time, a number of a few digits or the number of entries can occur twice, and then one entry replaces another.';
const counted = 'the id is the number of entries, which becomes smaller when one is deleted.';
