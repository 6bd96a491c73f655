import { CheckFailure } from '../check/failure.ts';
import type { RouteRules } from './api.ts';
import { expectRefusal } from './contract.ts';
import { sendInChunks } from './in-chunks.ts';
import type { Laboratory } from './laboratory.ts';
import { encode, formType } from './open-form.ts';

/** A body that is larger than the contract allows is refused, whether or not its length is announced. */
export async function examineSizes(lab: Laboratory, rules: RouteRules, largest: number): Promise<void> {
  const visit = await lab.prepare(rules);
  if (visit.body === undefined) return;
  const body = { ...visit.body, padding: 'x'.repeat(largest) };
  const because = [
    'this route still reads everything: the limit belongs to the server, and not to a handler.',
    'a `catch` swallows the error of reading the body, and the program continues with another refusal.',
  ];
  expectRefusal(lab, await lab.send({ ...visit, body }), { status: 413, error: 'Payload Too Large' }, because);
  const url = `${await lab.app.url()}${visit.path}`;
  const isForm = rules.form !== undefined;
  const headers = { ...visit.headers, 'Content-Type': isForm ? formType : 'application/json' };
  const status = await sendInChunks(url, visit.method, headers, isForm ? encode(body) : JSON.stringify(body));
  if (status === 413) return;
  throw new CheckFailure({
    problem: `${rules.route} accepts a body of more than ${largest} bytes if it arrives in chunks, and responds with ${status}.`,
    expected: '413',
    cause: 'the code compares Content-Length, which a client may leave out: count the bytes that arrive.',
  });
}
