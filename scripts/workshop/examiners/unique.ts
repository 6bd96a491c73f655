import { random } from '../check/random.ts';
import type { RouteRules } from './api.ts';
import { expectRefusal } from './contract.ts';
import type { Laboratory, Visit } from './laboratory.ts';

/** How many send the same value at once. */
const people = 4;

/** Nobody can have a value that somebody else has, however it is written and no matter who comes first; a value that is only similar is free. */
export async function examineUnique(lab: Laboratory, rules: RouteRules): Promise<void> {
  const { field, refusal } = rules.unique!;
  const claim = async (value: string, prepared?: Visit) => {
    const visit = prepared ?? (await lab.prepare(rules));
    return { ...visit, body: { ...visit.body, [field]: value } };
  };
  // In Turkish, the lower case of I is another letter. A program that cuts off long values cuts in the middle of these letters.
  const value = `mina.i.${random.word()}${'x'.repeat(36)}.a@example.com`;
  const first = await claim(value);
  (await lab.send(first)).status(rules.status);
  for (const taken of [value, value.toUpperCase(), value.replace('mina', 'Mina')])
    expectRefusal(lab, await lab.send(await claim(taken)), refusal, notCompared);
  for (const similar of similarTo(value)) (await lab.send(await claim(similar))).status(rules.status, compared);
  await rules.confirm?.(lab.app, first.body);
  await expectOneWinner(lab, rules, claim);
}

/** Another value each, although a program may take it for the same. */
function similarTo(value: string): string[] {
  return [
    value.replace('mina.', 'mina_'),
    value.replace('mina.', 'mina'),
    value.replace('.a@', '.b@'),
    value.replace('@', '+tag@'),
    value.replace('@', '+other@'),
    value.replace('@example.com', '@example.org'),
    value.replace('mina.i', 'mina.l'),
  ];
}

/** While every store takes a few milliseconds longer, at random. */
async function expectOneWinner(
  lab: Laboratory,
  rules: RouteRules,
  claim: (value: string, visit: Visit) => Promise<Visit>,
): Promise<void> {
  const { field, refusal } = rules.unique!;
  const value = random.email();
  const visits: Visit[] = [];
  for (let count = 0; count < people; count++) visits.push(await claim(value, await lab.prepare(rules)));
  const responses = await Promise.all(visits.map((visit, index) => lab.send(visit, { seed: index + 1 })));
  const lost = responses.filter(({ code }) => code !== rules.status);
  for (const response of lost) expectRefusal(lab, response, refusal, notTranslated);
  const isRight = lost.length === people - 1;
  const expected = `one ${rules.status} when ${people} requests with the same ${field} arrive at once; there were ${people - lost.length}`;
  responses.at(-1)!.expect(isRight, expected, raced);
  const winner = responses.findIndex(({ code }) => code === rules.status);
  await rules.confirm?.(lab.app, visits[winner]!.body!);
}

const notCompared =
  'somebody else has this value, and the program compares it as it was written, or in the lower case of a language, or not at all.';
const compared =
  'this value is only similar to one that somebody has: it is compared with `like`, or after a part of it was removed or cut off.';
const notTranslated = 'the error of the constraint is not translated, because a query beforehand usually prevents it.';
const raced =
  'a query looks for the value before the insert, and another request inserts it in between. Only a unique constraint of the table can prevent that.';
