/** The rules of one property, as a tag lists them: 'required,email' or 'integer,min=1'. */
export interface FieldRules {
  type: FieldType;
  required?: boolean;
  email?: boolean;
  min?: number;
  max?: number;
}

export type FieldType = keyof typeof ZERO;

/** The value of a property that wasn't sent. */
export const ZERO = { string: '', number: 0, integer: 0, boolean: false };

/** The words that may follow the type. */
const RULES: Record<FieldType, { pattern: RegExp; allowed: string }> = {
  string: { pattern: /^(required|email|(min|max)=\d+)$/, allowed: 'required, email, min=<integer>, max=<integer>' },
  number: { pattern: /^(required|(min|max)=-?\d+(\.\d+)?)$/, allowed: 'required, min=<number>, max=<number>' },
  integer: { pattern: /^(required|(min|max)=-?\d+)$/, allowed: 'required, min=<integer>, max=<integer>' },
  boolean: { pattern: /^required$/, allowed: 'required' },
};

export function parseTag(tag: string): FieldRules {
  // Step 1: split the tag, and check each word against RULES.
  void [tag, RULES]; // Delete this line.
  return { type: 'string' };
}

/** Checks what was sent for one property. Adds to `problems`, or returns the value. */
export type FieldCheck = (sent: unknown, problems: string[]) => unknown;

/** Turns rules into a function, once. What can be decided before a request comes is decided here. */
export function compileField(rules: FieldRules): FieldCheck {
  const { type, required } = rules;
  const zero = ZERO[type];
  const { isType, name } = TYPES[type];
  // Step 2: zero values, types and `required`. Step 3: the other rules.
  void [required, zero, isType, name]; // Delete this line.
  return (sent) => sent;
}

const TYPES: Record<FieldType, { isType(sent: unknown): boolean; name: string }> = {
  string: { isType: (sent) => typeof sent === 'string', name: 'a string' },
  // JSON has no NaN, but 1e999 is Infinity, and integers beyond 2^53 have been rounded already.
  number: { isType: (sent) => Number.isFinite(sent), name: 'a number' },
  integer: { isType: (sent) => Number.isSafeInteger(sent), name: 'an integer' },
  boolean: { isType: (sent) => typeof sent === 'boolean', name: 'true or false' },
};

/** One `@`, a dot after it, no spaces: whether the mailbox exists, only an email can tell. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w.+'-]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/** What a value has to pass, and the problem if it doesn't. */
type Test = [passes: (value: unknown) => boolean, problem: string];

function testsOf({ type, email, min, max }: FieldRules): Test[] {
  const isText = type === 'string';
  const unit = isText ? ' characters' : '';
  const must = isText ? 'must have' : 'must be';
  const tests: Test[] = [];
  if (email) tests.push([(value) => EMAIL.test(value as string), 'must be an email address']);
  // Step 3: the tests for min and max.
  void [min, max, unit, must]; // Delete this line.
  return tests;
}
