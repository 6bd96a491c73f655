/** What is wrong with a value. Nothing, if it is fine. */
type Check = (value: unknown) => readonly string[];

export interface Property {
  readonly zero: unknown;
  readonly check: Check;
}

const fine: readonly string[] = [];
const unless = (isFine: (value: never) => boolean, problem: string): Check => {
  return (value) => (isFine(value as never) ? fine : [problem]);
};
const all =
  (checks: readonly Check[]): Check =>
  (value) =>
    checks.flatMap((check) => check(value));
const either =
  (first: Check, then: Check): Check =>
  (value) => {
    const problems = first(value);
    return problems.length > 0 ? problems : then(value);
  };

interface Type {
  readonly zero: unknown;
  readonly check: Check;
  /** How a rule of this type may be written. */
  readonly grammar: RegExp;
  readonly words: string;
  readonly limit: (least: number, sign: 1 | -1, text: string) => Check;
}

const byValue = (limit: number, sign: 1 | -1, text: string) =>
  unless((value: number) => sign * (value - limit) >= 0, `must be at ${text} ${limit}`);
const byLength = (limit: number, sign: 1 | -1, text: string) =>
  unless((value: string) => sign * ([...value].length - limit) >= 0, `must have at ${text} ${limit} characters`);

const types: Readonly<Record<string, Type>> = {
  __proto__: null as never,
  string: {
    zero: '',
    check: unless((value) => typeof value === 'string', 'must be a string'),
    grammar: /^(?:required|email|(?:min|max)=\d+)$/,
    words: 'required, email, min=5, max=5',
    limit: byLength,
  },
  number: {
    zero: 0,
    check: unless((value) => Number.isFinite(value), 'must be a number'),
    grammar: /^(?:required|(?:min|max)=-?\d+(?:\.\d+)?)$/,
    words: 'required, min=0.5, max=0.5',
    limit: byValue,
  },
  integer: {
    zero: 0,
    check: unless((value) => Number.isSafeInteger(value), 'must be an integer'),
    grammar: /^(?:required|(?:min|max)=-?\d+)$/,
    words: 'required, min=5, max=5',
    limit: byValue,
  },
  boolean: {
    zero: false,
    check: unless((value) => typeof value === 'boolean', 'must be true or false'),
    grammar: /^required$/,
    words: 'required',
    limit: byValue,
  },
};

/** In two steps, each of which is linear: what it is made of, and where its dots are. */
function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || !/^[\w.+'-]+$/.test(local) || local.startsWith('.') || local.endsWith('.')) return false;
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  const areLabels = labels.every((label) => /^[a-z0-9][a-z0-9-]*$/i.test(label));
  return !local.includes('..') && labels.length > 1 && areLabels && /^[a-z]{2,}$/i.test(last);
}

/** The whole check of a property, put together when its class is defined. */
export function propertyOf(tag: string): Property {
  const words = tag.split(',');
  const name = words[0]! in types ? words.shift()! : 'string';
  const { zero, check, grammar, words: allowed, limit } = types[name]!;
  const numbers = new Map<string, number>();
  for (const word of words) {
    if (!grammar.test(word)) throw new Error(`'${word}' means nothing for a ${name}. There are ${allowed}.`);
    const [rule = '', number] = word.split('=');
    if (numbers.has(rule)) throw new Error(`'${rule}' is there twice.`);
    numbers.set(rule, Number(number));
  }
  const rules = [
    ...(numbers.has('email') ? [unless(isEmail, 'must be an email address')] : []),
    ...(numbers.has('min') ? [limit(numbers.get('min')!, 1, 'least')] : []),
    ...(numbers.has('max') ? [limit(numbers.get('max')!, -1, 'most')] : []),
  ];
  const sent = either(check, all(rules));
  const required = unless((value) => value !== undefined && value !== null && value !== zero, 'is required');
  if (numbers.has('required')) return { zero, check: either(required, sent) };
  return { zero, check: (value) => (value === undefined || value === null ? fine : sent(value)) };
}
