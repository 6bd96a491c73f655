import * as z from 'zod';

/**
 * A tag is a type (`string` by default) and rules, separated by commas: 'required,email', 'integer,min=1'. The compiler
 * checks tags against these unions; `parseTag` checks them again at run time, because the unions can't say everything.
 */
export type StringTag = 'string' | StringRules | `string,${StringRules}`;
export type NumberTag = NumberWord | `${NumberWord},${NumberRules}`;
export type BooleanTag = 'boolean' | 'boolean,required';

type StringRule = 'required' | 'email' | `min=${number}` | `max=${number}`;
type StringRules = Some<StringRule> | `${Some<StringRule>},${StringRule}`;
/** One to three rules. */
type Some<Rule extends string> = Rule | `${Rule},${Rule}` | `${Rule},${Rule},${Rule}`;
type NumberWord = 'number' | 'integer';
type NumberRules = Some<'required' | `min=${number}` | `max=${number}`>;

/** Where values come from. A form sends everything as strings, which are converted to numbers and booleans. */
export type Source = 'json' | 'form';

export interface FieldRules {
  type: FieldType;
  required?: boolean;
  email?: boolean;
  min?: number;
  max?: number;
}

type FieldType = keyof typeof ZERO;

/** The value of a field that wasn't sent. */
export const ZERO = { string: '', number: 0, integer: 0, boolean: false };

const RULES: Record<FieldType, { pattern: RegExp; allowed: string }> = {
  string: { pattern: /^(required|email|(min|max)=\d+)$/, allowed: 'required, email, min=<integer>, max=<integer>' },
  number: { pattern: /^(required|(min|max)=-?\d+(\.\d+)?)$/, allowed: 'required, min=<number>, max=<number>' },
  integer: { pattern: /^(required|(min|max)=-?\d+(\.\d+)?)$/, allowed: 'required, min=<number>, max=<number>' },
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
        `'${word}' isn't a rule for ${type}s. Their rules are: ${allowed}. ` +
          'A tag starts with the type (number, integer, boolean; string is the default) and has no spaces.',
      );
    }
    const [name, number] = word.split('=') as [string, string?];
    if (name in rules) throw new TypeError(`'${name}' appears twice. Remove one of them.`);
    Object.assign(rules, { [name]: number === undefined ? true : Number(number) });
  }
  return rules;
}

/** Absent and null become the zero value; `required` rejects the zero value; the other rules skip an absent field. */
export function fieldSchema(rules: FieldRules, from: Source): z.ZodType {
  const { type, required } = rules;
  const schema = SCHEMAS[type](rules);
  // Required fields aren't wrapped, so a DTO of them costs the same as a zod schema written by hand.
  const complete = required ? schema : schema.nullish().transform((sent) => sent ?? ZERO[type]);
  return from === 'json' ? complete : z.preprocess(READ_FORM_TEXT[type], complete);
}

const SCHEMAS = { string: stringSchema, number: numberSchema, integer: numberSchema, boolean: booleanSchema };

function stringSchema({ required, email, min, max }: FieldRules): z.ZodType {
  let schema = z.string(expected('a string'));
  if (required) schema = schema.min(1, { error: 'is required', abort: true });
  if (email) schema = schema.check(z.email('must be an email address'));
  // zod cannot derive the lengths in a JSON Schema from a function, so they are given as metadata.
  if (min !== undefined) {
    schema = schema.refine((text) => hasAtLeast(min, text), `must have at least ${min} characters`);
    schema = schema.meta({ minLength: min });
  }
  if (max !== undefined) {
    schema = schema.refine((text) => !hasAtLeast(max + 1, text), `must have at most ${max} characters`);
    schema = schema.meta({ maxLength: max });
  }
  return schema;
}

function numberSchema({ type, required, min, max }: FieldRules): z.ZodType {
  // zod's numbers are finite and its integers safe: beyond that, different inputs would become the same number.
  let schema: z.ZodNumber = type === 'integer' ? z.int(expected('an integer')) : z.number(expected('a number'));
  if (required) schema = schema.refine((number) => number !== 0, { error: 'is required', abort: true });
  if (min !== undefined) schema = schema.min(min, `must be at least ${min}`);
  if (max !== undefined) schema = schema.max(max, `must be at most ${max}`);
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

/** Counts code points, so that an emoji such as 🌻 is one character. Most strings don't need counting. */
function hasAtLeast(min: number, text: string): boolean {
  if (text.length < min || text.length >= 2 * min) return text.length >= min;
  let characters = 0;
  for (const _ of text) characters++;
  return characters >= min;
}

/** An empty input counts as absent. Text that can't be converted stays as it is, for the schema to reject. */
const READ_FORM_TEXT = {
  string: (sent: unknown) => (sent === '' ? undefined : sent),
  number: readNumber,
  integer: readNumber,
  boolean: readBoolean,
};

function readBoolean(sent: unknown): unknown {
  if (sent === 'on' || sent === 'true' || sent === '1') return true;
  if (sent === 'off' || sent === 'false' || sent === '0') return false;
  return sent === '' ? undefined : sent;
}

function readNumber(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  const text = sent.trim();
  if (text === '') return undefined;
  // Number() alone would accept 0x10 and 1e3, which nobody types into a form.
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : sent;
}
