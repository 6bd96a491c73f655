import type { CheckedResponse } from '../check/checked-response.ts';
import { random } from '../check/random.ts';
import type { Refusal, RouteRules } from './api.ts';
import { changedTable, type Laboratory } from './laboratory.ts';
import { manyAtOnce } from './many-at-once.ts';

export const invalid: Refusal = { status: 400, error: 'Invalid request' };

/** What a body may say, and why a program that thinks otherwise does so. */
interface Case {
  readonly body: unknown;
  readonly cause: string;
}

/** Every field keeps its rules, exactly: what they forbid is a 400 that changes nothing, and what they allow is none. */
export async function examineFields(lab: Laboratory, rules: RouteRules): Promise<void> {
  const fields = Object.entries(rules.fields!);
  await manyAtOnce(lab, async (program, inGroups) => {
    const visit = await program.prepare({ ...rules, body: () => validBody(fields) });
    const send = (body: unknown) => {
      const headers = { 'Content-Type': 'application/json', ...visit.headers };
      return program.app.send(visit.method, visit.path, body === '' ? undefined : toText(body), { headers });
    };
    const before = await program.tables();
    await inGroups(refusedBodies(fields), async ({ body, cause }) => {
      const response = await send(body);
      response.error(invalid.status, invalid.error, response.code < 500 ? cause : notBound);
    });
    (await send('x'.repeat(1024 * 1024 + 1))).status(
      413,
      'the program turns every error of ctx.bind(…) into one of its own.',
    );
    const changed = changedTable(before, await program.tables());
    const response = await send(validBody(fields));
    const because = 'the handler stores something before it binds the body, or goes on although the body is invalid.';
    response.expect(changed === undefined, `nothing to change in the table ${changed} after invalid bodies`, because);
    for (const { body, cause } of acceptedBodies(fields)) {
      const accepted = await send(body);
      expectAccepted(accepted, cause);
      if (accepted.code !== rules.status) continue;
      expectUnchanged(accepted, body as Record<string, unknown>);
      await rules.confirm?.(program.app, body as Record<string, unknown>);
    }
  });
}

/** What a response repeats is what was sent. (A new token is never the old one.) */
function expectUnchanged(response: CheckedResponse, body: Record<string, unknown>): void {
  for (const [name, sent] of Object.entries(body)) {
    if (typeof sent !== 'string' || name.endsWith('token')) continue;
    const found = [response.body, ...Object.values(Object(response.body))].find(
      (part) => Object(part)[name] !== undefined,
    );
    const because = `${name} is changed on its way, for example trimmed, escaped or in lower case. Escape a text where it becomes a part of something else, such as a page.`;
    response.expect(
      found === undefined || found[name] === sent,
      `the ${name} ${JSON.stringify(sent)}, as it was sent`,
      because,
    );
  }
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function expectAccepted(response: CheckedResponse, cause: string): void {
  response.expect(response.code !== 400, 'any status except 400: this body is valid', cause);
}

type Field = readonly [name: string, tag: string];

function* refusedBodies(fields: readonly Field[]): Iterable<Case> {
  for (const body of ['', '{"', 'null', '[]', '"text"', '7']) yield { body, cause: notBound };
  for (const [name, tag] of fields) {
    const { type, isRequired, max, min, bytes, isEmail } = rulesIn(tag);
    const others = () => validBody(fields.filter(([other]) => other !== name));
    const wrong = (value: unknown, cause: string): Case => ({ body: { ...others(), [name]: value }, cause });
    const cause = `the field ${name} has no \`required\`.`;
    if (isRequired) yield { body: others(), cause };
    if (isRequired) yield* [null, ''].map((value) => wrong(value, cause));
    const odd: unknown[] = type === 'boolean' ? ['yes', 'true', '', 1] : [random.number(), true];
    for (const value of [...odd, {}, [random.word()]])
      yield wrong(value, `the field ${name} has no @field, or a type other than ${type}.`);
    if (max !== undefined) yield wrong(longest(max + 1, isEmail), `the field ${name} has no \`max=${max}\`.`);
    if (min !== undefined) yield wrong(random.word().slice(0, min - 1), `the field ${name} has no \`min=${min}\`.`);
    for (const character of characters) {
      if (bytes === undefined) break;
      yield wrong(fitting(character, bytes) + character, whyTooLong(name, character, bytes));
    }
    if (bytes !== undefined) {
      const cause = `spaces at the end of ${name} are removed before its bytes are counted.`;
      yield wrong('x'.repeat(bytes - 12).padEnd(bytes + 1), cause);
    }
    // Each of them counts as two for `.length`.
    if (min !== undefined) yield wrong('🌻'.repeat(min / 2), `the length of ${name} is compared with .length.`);
    for (const value of [random.word(), `${random.word()}@`, `${random.word()} ${random.email()}`])
      if (isEmail) yield wrong(value, `the field ${name} has no \`email\`.`);
  }
}

function* acceptedBodies(fields: readonly Field[]): Iterable<Case> {
  const each = (value: (rules: FieldRules) => unknown) =>
    Object.fromEntries(fields.map(([name, tag]) => [name, value(rulesIn(tag))]));
  const isFree = ({ type, isRequired }: FieldRules) => type === 'boolean' || !isRequired;
  const strict = 'a rule is stricter than it should be, for example a `max` that is too small.';
  const units = 'the length is compared with .length, which counts each 🌻 twice, or a `max` is too small.';
  const own = 'a rule is there that nobody asked for, such as `min`: one character is enough.';
  yield {
    body: each(({ type, max, bytes, isEmail }) =>
      type === 'boolean' ? true : longest(max ?? bytes ?? (isEmail ? 254 : 2_000), isEmail),
    ),
    cause: strict,
  };
  if (fields.some(([, tag]) => rulesIn(tag).bytes !== undefined))
    for (const character of characters)
      yield {
        body: each((rules) => ofCharacters(character, Math.floor((rules.bytes ?? 60) / sizeOf(character)), rules)),
        cause: `${character} has ${sizeOf(character)} bytes, and more are counted. Or the string is changed, and no longer the one that was sent.`,
      };
  yield { body: each((rules) => ofCharacters('🌻', rules.max ?? (rules.bytes ?? 400) / 4, rules)), cause: units };
  yield { body: each((rules) => ofCharacters('B', rules.min ?? 1, rules)), cause: own };
  yield { body: each((rules) => ofCharacters('🌻', rules.min ?? 1, rules)), cause: own };
  yield {
    body: each(({ type, isEmail }) => (type === 'boolean' ? true : isEmail ? random.email() : text)),
    cause: own,
  };
  const optional = 'a field that may be absent or null is `required`, or has no default.';
  const needed = fields.filter(([, tag]) => !isFree(rulesIn(tag)));
  yield { body: validBody(needed), cause: optional };
  const absent = fields.filter(([, tag]) => isFree(rulesIn(tag))).map(([name]) => [name, null]);
  yield { body: { ...validBody(needed), ...Object.fromEntries(absent) }, cause: optional };
}

/** What a program might cut off, replace, or take for something else. */
const text = ` O'Hara -- <b>"É"</b> & \${1} %_ 🌻 `;

/** Of one to four bytes, and a letter with a combining accent, which looks like one of two bytes. */
const characters = ['x', 'é', '€', '🌻', 'e\u0301'];

const sizeOf = (character: string) => Buffer.byteLength(character);

/** As many of them as there is room for, and what remains is filled up. */
function fitting(character: string, bytes: number): string {
  const count = Math.floor(bytes / sizeOf(character));
  return 'x'.repeat(bytes - count * sizeOf(character)) + character.repeat(count);
}

function whyTooLong(name: string, character: string, bytes: number): string {
  return sizeOf(character) === 1
    ? `the field ${name} may have more than ${bytes} bytes.`
    : `the length of ${name} is not counted in bytes of UTF-8, in which ${character} has ${sizeOf(character)}, or it is normalized before.`;
}

function ofCharacters(character: string, count: number, { type, isEmail }: FieldRules): unknown {
  if (type === 'boolean') return false;
  return isEmail ? random.email() : character.repeat(count);
}

/** An address of a permitted form, or another string, of so many characters. */
function longest(length: number, isEmail: boolean): string {
  if (!isEmail) return 'x'.repeat(length);
  const local = random.word().padEnd(64, 'a');
  const domain = `${`${'b'.repeat(60)}.`.repeat(3)}x.info`;
  return `${local}@${domain}${'o'.repeat(length - local.length - 1 - domain.length)}`;
}

function validBody(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(([name, tag]) => {
      const { type, isEmail } = rulesIn(tag);
      return [name, type === 'boolean' ? true : isEmail ? random.email() : random.sentence()];
    }),
  );
}

interface FieldRules {
  readonly type: 'string' | 'boolean';
  readonly isRequired: boolean;
  readonly isEmail: boolean;
  readonly max?: number;
  readonly min?: number;
  readonly bytes?: number;
}

/** In the notation of `@field`. */
function rulesIn(tag: string): FieldRules {
  const parts = tag.split(',');
  const numberOf = (name: string) => {
    const part = parts.find((each) => each.startsWith(`${name}=`));
    return part === undefined ? undefined : Number(part.slice(name.length + 1));
  };
  return {
    type: parts.includes('boolean') ? 'boolean' : 'string',
    isRequired: parts.includes('required'),
    isEmail: parts.includes('email'),
    max: numberOf('max'),
    min: numberOf('min'),
    bytes: numberOf('bytes'),
  };
}

const notBound =
  "the handler parses the body itself: JSON.parse throws on this body, or returns a value that the code after it can't use. Or it catches the error of ctx.bind(…), or doesn't await it.";
