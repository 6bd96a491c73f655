import type { CheckedResponse } from '../check/checked-response.ts';
import type { RouteRules } from './api.ts';
import type { Laboratory, Visit } from './laboratory.ts';
import { manyAtOnce } from './many-at-once.ts';

/** Values that programs don't expect: of another type, too long, empty, and with a meaning for somebody else. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  ['a'],
  {},
  { $ne: null },
  '',
  ' ',
  'null',
  '__proto__',
  "' or '1'='1",
  '"; drop table users; --',
  '../../etc/passwd',
  '%00',
  '\r\nSet-Cookie: a=b',
  '\u202e🌻é',
  // Half of a character, which UTF-8 has no bytes for.
  'a half \ud83c',
  'a zero \0',
  'x'.repeat(100_000),
];

/** Whatever a field or a parameter contains, the response is one of ours: never a 5xx, and never a program that has ended. */
export async function examineInputs(lab: Laboratory, rules: RouteRules): Promise<void> {
  await manyAtOnce(lab, async (program, inGroups) => {
    const visit = await program.prepare(rules);
    const [unknown] = withParameter(visit, crypto.randomUUID());
    const usual = unknown && (await program.send(unknown));
    await inGroups(inputs(program, visit, usual?.code), async ({ send, where, usual }) =>
      expectOrderly(await send(), where, usual),
    );
  });
}

interface Input {
  readonly where: string;
  /** The status that the contract has: for a value that is merely unknown, or for every valid one. */
  readonly usual: number | undefined;
  send(): Promise<CheckedResponse>;
}

function* inputs(lab: Laboratory, visit: Visit, unknown: number | undefined): Iterable<Input> {
  const { status } = visit.rules;
  for (const value of values) {
    for (const field of Object.keys(visit.body ?? {})) {
      const sent = { ...visit, body: { ...visit.body, [field]: value } };
      yield { where: `the field "${field}"`, usual: status, send: () => lab.send(sent) };
    }
    if (typeof value !== 'string' || value.length >= 1_000 || !isSendable(value)) continue;
    for (const sent of withParameter(visit, value))
      yield { where: 'a parameter of the path', usual: unknown, send: () => lab.send(sent) };
  }
  if (visit.body === undefined) return;
  const headers = { ...visit.headers, 'Content-Type': 'application/json' };
  for (const body of ['', '{', '[]', 'null', '"text"', '1'])
    yield { where: 'the body', usual: status, send: () => lab.app.send(visit.method, visit.path, body, { headers }) };
}

/** Whether a path can contain it. */
function isSendable(value: string): boolean {
  try {
    return encodeURIComponent(value) !== '';
  } catch {
    return false;
  }
}

export function withParameter(visit: Visit, value: string): Visit[] {
  const names = visit.rules.route.split(' ')[1]!.split('/');
  const segments = visit.path.split('/');
  return names.flatMap((name, at) =>
    name.startsWith(':') ? [{ ...visit, path: segments.with(at, encodeURIComponent(value)).join('/') }] : [],
  );
}

function expectOrderly(response: CheckedResponse, where: string, usual?: number): void {
  const because = `the program fails because of an unusual value in ${where}.`;
  response.expect(response.code < 500 || response.code === usual, 'no 5xx: the client has sent this value', because);
}
