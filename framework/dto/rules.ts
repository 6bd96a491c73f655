import * as z from 'zod';

/**
 * A tag is a type word, `string` when left out, and rules, joined by commas: 'required,email', 'integer,min=1'. The
 * compiler checks tags against these unions; `parseTag` checks again at run time, for what the unions let pass.
 */
export type StringTag = 'string' | StringRules | `string,${StringRules}`;
export type NumberTag = NumberWord | `${NumberWord},${NumberRules}`;
export type BooleanTag = 'boolean' | 'boolean,required';

type StringRule = 'required' | 'email' | `min=${number}`;
type StringRules = StringRule | `${StringRule},${StringRule}` | `${StringRule},${StringRule},${StringRule}`;
type NumberWord = 'number' | 'integer';
type NumberRule = 'required' | `min=${number}`;
type NumberRules = NumberRule | `${NumberRule},${NumberRule}`;

/** Where values come from. A browser sends a form as text, out of which numbers and booleans have to be read. */
export type Source = 'json' | 'form';

export interface FieldRules {
  type: FieldType;
  required?: boolean;
  email?: boolean;
  min?: number;
}

type FieldType = keyof typeof ZERO;

/** What a field holds when nothing was sent for it. */
export const ZERO = { string: '', number: 0, integer: 0, boolean: false };

const RULES: Record<FieldType, { pattern: RegExp; allowed: string }> = {
  string: { pattern: /^(required|email|min=\d+)$/, allowed: 'required, email, min=<whole number>' },
  number: { pattern: /^(required|min=-?\d+(\.\d+)?)$/, allowed: 'required, min=<number>' },
  integer: { pattern: /^(required|min=-?\d+(\.\d+)?)$/, allowed: 'required, min=<number>' },
  boolean: { pattern: /^required$/, allowed: 'required' },
};

export function parseTag(tag: string): FieldRules {
  const words = tag.split(',');
  const type = Object.hasOwn(ZERO, words[0] as string) ? (words.shift() as FieldType) : 'string';
  const rules: FieldRules = { type };
  for (const word of words) {
    const { pattern, allowed } = RULES[type];
    if (!pattern.test(word)) {
      throw new TypeError(
        `'${word}' is no rule for a ${type}. Rules for it: ${allowed}. ` +
          'A tag begins with the type (number, integer, boolean; string may be left out) and has no spaces.',
      );
    }
    const [name, number] = word.split('=') as [string, string?];
    if (name in rules) throw new TypeError(`it says '${name}' twice. Leave one out.`);
    Object.assign(rules, { [name]: number === undefined ? true : Number(number) });
  }
  return rules;
}

/** Absent and null give the zero value; `required` refuses the zero value; the other rules skip an absent field. */
export function fieldSchema(rules: FieldRules, from: Source): z.ZodType {
  const { type, required } = rules;
  const schema = SCHEMAS[type](rules);
  // Nothing is wrapped around required strings: a DTO of them costs what a zod schema written by hand costs.
  const complete = required ? schema : schema.nullish().transform((sent) => sent ?? ZERO[type]);
  return from === 'json' ? complete : z.preprocess(READ_FORM_TEXT[type], complete);
}

const SCHEMAS = { string: stringSchema, number: numberSchema, integer: numberSchema, boolean: booleanSchema };

function stringSchema({ required, email, min }: FieldRules): z.ZodType {
  let schema = z.string(expected('a string'));
  if (required) schema = schema.min(1, { error: 'is required', abort: true });
  if (email) schema = schema.check(z.email('must be an email address'));
  if (min !== undefined) schema = schema.refine((text) => isLong(text, min), `must have at least ${min} characters`);
  return schema;
}

function numberSchema({ type, required, min }: FieldRules): z.ZodType {
  // zod's numbers are finite, its integers safe: beyond those, two different texts would give the same number.
  let schema: z.ZodNumber = type === 'integer' ? z.int(expected('a whole number')) : z.number(expected('a number'));
  if (required) schema = schema.refine((number) => number !== 0, { error: 'is required', abort: true });
  if (min !== undefined) schema = schema.min(min, `must be at least ${min}`);
  return schema;
}

function booleanSchema({ required }: FieldRules): z.ZodType {
  const schema = z.boolean(expected('true or false'));
  return required ? schema.refine((value) => value, 'is required') : schema;
}

function expected(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? 'is required' : `must be ${what}`,
  };
}

/** Counts code points, so that an emoji is one character; stops counting when there are enough. */
function isLong(text: string, min: number): boolean {
  if (text.length < min || text.length >= 2 * min) return text.length >= min;
  let characters = 0;
  for (const _ of text) characters++;
  return characters >= min;
}

const BOOLEANS = new Map<unknown, boolean | undefined>([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
  ['', undefined],
]);

/** An empty input counts as absent. What cannot be read stays as it is, for the schema to refuse. */
const READ_FORM_TEXT = {
  string: (sent: unknown) => (sent === '' ? undefined : sent),
  number: readNumber,
  integer: readNumber,
  boolean: (sent: unknown) => (BOOLEANS.has(sent) ? BOOLEANS.get(sent) : sent),
};

function readNumber(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  const text = sent.trim();
  if (text === '') return undefined;
  // Number() alone would take 0x10 and 1e3 too, which nobody types into a form.
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : sent;
}
