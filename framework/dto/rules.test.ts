import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { fieldSchema, parseTag, type Source } from './rules.ts';

test('a tag has a type, string by default, and rules', () => {
  assert.deepEqual(parseTag('string'), { type: 'string' });
  assert.deepEqual(parseTag('required'), { type: 'string', required: true });
  assert.deepEqual(parseTag('required,email'), { type: 'string', required: true, email: true });
  assert.deepEqual(parseTag('min=8,email,required'), { type: 'string', required: true, email: true, min: 8 });
  assert.deepEqual(parseTag('string,min=0'), { type: 'string', min: 0 });
  assert.deepEqual(parseTag('number,min=-1.5'), { type: 'number', min: -1.5 });
  assert.deepEqual(parseTag('integer,required,min=1'), { type: 'integer', required: true, min: 1 });
  assert.deepEqual(parseTag('boolean'), { type: 'boolean' });
  assert.deepEqual(parseTag('boolean,required'), { type: 'boolean', required: true });
});

test('a wrong tag is refused, and the message lists the rules that exist', () => {
  const wrong: [string, RegExp][] = [
    [
      'requird',
      /^TypeError: 'requird' isn't a rule for strings. Their rules are: required, email, min=<integer>, max=<integer>\./,
    ],
    ['', /'' isn't a rule for strings/],
    ['required,', /'' isn't a rule for strings/],
    ['required, email', /' email' isn't a rule for strings.*has no spaces/],
    ['Required', /'Required' isn't a rule/],
    ['email,number', /'number' isn't a rule for strings.*A tag starts with the type/],
    ['boolean,email', /'email' isn't a rule for booleans. Their rules are: required\./],
    ['boolean,min=1', /'min=1' isn't a rule for booleans/],
    ['number,email', /'email' isn't a rule for numbers. Their rules are: required, min=<number>, max=<number>\./],
    ['number,integer', /'integer' isn't a rule for numbers/],
    ['min=abc', /'min=abc' isn't a rule/],
    ['min=', /'min=' isn't a rule/],
    ['min', /'min' isn't a rule/],
    ['min=1.5', /'min=1.5' isn't a rule for strings/],
    ['min=-1', /'min=-1' isn't a rule for strings/],
    ['min=0x10', /'min=0x10' isn't a rule/],
    ['min= 8', /'min= 8' isn't a rule/],
    ['number,min=Infinity', /'min=Infinity' isn't a rule/],
    ['required=true', /'required=true' isn't a rule/],
    ['toString', /'toString' isn't a rule/],
    ['__proto__', /'__proto__' isn't a rule/],
    ['required,required', /'required' appears twice/],
    ['min=1,min=2', /'min' appears twice/],
  ];
  for (const [tag, message] of wrong) assert.throws(() => parseTag(tag), message, tag);
});

/** The validated value, or the problems with it. */
function outcome(tag: string, sent: unknown, from: Source = 'json'): unknown {
  const { success, data, error } = fieldSchema(parseTag(tag), from).safeParse(sent);
  return success ? data : error.issues.map((issue) => issue.message).join('; ');
}

function check(table: [tag: string, sent: unknown, expected: unknown][], from: Source = 'json'): void {
  for (const [tag, sent, expected] of table) {
    assert.deepEqual(outcome(tag, sent, from), expected, `'${tag}' given ${typeof sent} ${String(sent).slice(0, 40)}`);
  }
}

test('absent and null become the zero value', () => {
  for (const absent of [undefined, null]) {
    check([
      ['string', absent, ''],
      ['number', absent, 0],
      ['integer', absent, 0],
      ['boolean', absent, false],
    ]);
  }
});

test('required refuses an absent value and the zero value', () => {
  for (const absent of [undefined, null]) {
    for (const type of ['string', 'number', 'integer', 'boolean']) {
      assert.equal(outcome(`${type},required`, absent), 'is required');
    }
  }
  check([
    ['required', '', 'is required'],
    ['required', ' ', ' '],
    ['required,email,min=8', '', 'is required'],
    ['number,required', 0, 'is required'],
    ['number,required', -0, 'is required'],
    ['number,required,min=1', 0, 'is required'],
    ['number,required', 0.5, 0.5],
    ['integer,required', 0, 'is required'],
    ['boolean,required', false, 'is required'],
    ['boolean,required', true, true],
  ]);
});

test('the other rules skip an absent value, but not an empty string or a zero that was sent', () => {
  check([
    ['email', undefined, ''],
    ['email', null, ''],
    ['email', '', 'must be an email address'],
    ['min=8', undefined, ''],
    ['min=8', '', 'must have at least 8 characters'],
    ['min=0', '', ''],
    ['number,min=5', null, 0],
    ['number,min=5', 0, 'must be at least 5'],
  ]);
});

test('email', () => {
  for (const email of ['ada@example.com', 'a.b+c@sub.example.org', "o'neil@example.ie"]) {
    assert.equal(outcome('required,email', email), email);
  }
  for (const email of [
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example',
    'ada@example.com\n',
    '<a@b.co>',
  ]) {
    assert.equal(outcome('required,email', email), 'must be an email address', email);
  }
  assert.equal(outcome('email,min=8', 'x'), 'must be an email address; must have at least 8 characters');
});

test('min counts the characters of a string, as code points', () => {
  const short = 'must have at least 8 characters';
  check([
    ['min=8', '1234567', short],
    ['min=8', '12345678', '12345678'],
    ['min=8', '😀'.repeat(4), short],
    ['min=8', '😀'.repeat(7), short],
    ['min=8', '😀'.repeat(8), '😀'.repeat(8)],
    ['min=8', `${'😀'.repeat(4)}123`, short],
    ['min=8', `${'😀'.repeat(4)}1234`, `${'😀'.repeat(4)}1234`],
    ['min=8', '\ud83d'.repeat(8), '\ud83d'.repeat(8)],
    ['min=1', 'é', 'é'],
  ]);
});

test('min compares the value of a number', () => {
  check([
    ['number,min=1.5', 1.4, 'must be at least 1.5'],
    ['number,min=1.5', 1.5, 1.5],
    ['integer,min=-3', -4, 'must be at least -3'],
    ['integer,min=-3', -3, -3],
  ]);
});

test('numbers must be finite, integers must be safe, and other types are not converted', () => {
  check([
    ['number', 1.5, 1.5],
    ['number', Number.POSITIVE_INFINITY, 'must be a number'],
    ['number', Number.NaN, 'must be a number'],
    ['number', '1', 'must be a number'],
    ['number', '', 'must be a number'],
    ['number', true, 'must be a number'],
    ['number', 1n, 'must be a number'],
    ['integer', 1.5, 'must be an integer'],
    ['integer', 2 ** 53 - 1, 2 ** 53 - 1],
    ['integer', 2 ** 53, 'must be an integer'],
    ['integer', '1', 'must be an integer'],
  ]);
});

test('a string is a string and a boolean is a boolean', () => {
  check([
    ['string', 1, 'must be a string'],
    ['string', false, 'must be a string'],
    ['string', {}, 'must be a string'],
    ['string', ['a'], 'must be a string'],
    ['required,email', 1, 'must be a string'],
    ['boolean', 'true', 'must be true or false'],
    ['boolean', 1, 'must be true or false'],
    ['boolean', 0, 'must be true or false'],
  ]);
});

test('from a form: numbers are parsed from strings, and an empty input is absent', () => {
  check(
    [
      ['number', ' 1.50 ', 1.5],
      ['number', '-.5', -0.5],
      ['number', '+7', 7],
      ['number', '', 0],
      ['number', '  ', 0],
      ['number', undefined, 0],
      ['number,min=5', '', 0],
      ['number,min=5', '4', 'must be at least 5'],
      ['number,required', '', 'is required'],
      ['number,required', '0', 'is required'],
      ['number', 'twelve', 'must be a number'],
      ['number', '1,5', 'must be a number'],
      ['number', '0x10', 'must be a number'],
      ['number', '1e3', 'must be a number'],
      ['number', 'Infinity', 'must be a number'],
      ['number', '9'.repeat(400), 'must be a number'],
      ['number', ['1'], 'must be a number'],
      ['integer', '12', 12],
      ['integer', '1.5', 'must be an integer'],
      ['integer', '9007199254740993', 'must be an integer'],
    ],
    'form',
  );
});

test('from a form: a checkbox is true when it was sent', () => {
  check(
    [
      ['boolean', 'on', true],
      ['boolean', 'true', true],
      ['boolean', '1', true],
      ['boolean', 'off', false],
      ['boolean', 'false', false],
      ['boolean', '0', false],
      ['boolean', '', false],
      ['boolean', undefined, false],
      ['boolean', 'constructor', 'must be true or false'],
      ['boolean', 'ON', 'must be true or false'],
      ['boolean,required', 'on', true],
      ['boolean,required', undefined, 'is required'],
      ['boolean,required', 'off', 'is required'],
    ],
    'form',
  );
});

test('from a form: a string stays as it is, and an empty one is absent', () => {
  check(
    [
      ['string', ' 1 ', ' 1 '],
      ['string', '', ''],
      ['string', undefined, ''],
      ['email', '', ''],
      ['min=8', '', ''],
      ['min=8', 'short', 'must have at least 8 characters'],
      ['required', '', 'is required'],
      ['required', undefined, 'is required'],
      ['required', 'text', 'text'],
    ],
    'form',
  );
});

test('checking a string takes time linear in its length', () => {
  const started = process.cpuUsage().user;
  for (const text of ['a'.repeat(1e6), 'a.'.repeat(5e5), `a@${'a.'.repeat(5e5)}`, `a@${'a-'.repeat(5e5)}`]) {
    assert.equal(outcome('email', text), 'must be an email address');
  }
  assert.ok(process.cpuUsage().user - started < 2_000_000);
});

test('max: a maximum number of characters or a maximum value, inclusive', () => {
  for (const [tag, value, problem] of [
    ['max=3', 'abc', undefined],
    ['max=3', 'abcd', 'must have at most 3 characters'],
    ['max=3', '🌱🌱🌱', undefined],
    ['max=3', '🌱🌱🌱🌱', 'must have at most 3 characters'],
    ['min=2,max=3', 'a', 'must have at least 2 characters'],
    ['required,email,min=3,max=8', 'someone@example.com', 'must have at most 8 characters'],
    ['max=0', '', undefined],
    ['integer,max=5', 5, undefined],
    ['integer,max=5', 6, 'must be at most 5'],
    ['number,min=1,max=2.5', 2.6, 'must be at most 2.5'],
  ] as const) {
    const result = fieldSchema(parseTag(tag), 'json').safeParse(value);
    assert.equal(result.error?.issues[0]?.message, problem, `${tag} ${value}`);
  }
});

test('the lengths of a string are in its JSON Schema, for the documentation of an API', () => {
  const { minLength, maxLength } = z.toJSONSchema(fieldSchema(parseTag('required,min=8,max=72'), 'json'));
  assert.deepEqual({ minLength, maxLength }, { minLength: 8, maxLength: 72 });
});
