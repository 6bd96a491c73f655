import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './printable.ts';

const cases: [rule: string, text: string, expected: string][] = [
  ['ordinary text stays as it is', 'Ada & Grace: 日本 é 🙂 \\n', 'Ada & Grace: 日本 é 🙂 \\n'],
  ['line breaks and tabs get their short names', 'a\r\n\tb', 'a\\r\\n\\tb'],
  ['other line separators', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
  ['escape sequences', '\u001b[2J\u001b]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['escape sequences in one character', '\u009b2J', '\\u009b2J'],
  ['NUL and DEL', '\u0000\u007f', '\\u0000\\u007f'],
  ['marks that reverse the direction of text', '\u202eabc\u202c\u2066x\u2069', '\\u202eabc\\u202c\\u2066x\\u2069'],
];

for (const [rule, text, expected] of cases) {
  test(rule, () => assert.equal(printable(text), expected));
}

test('a line of JSON means the same afterwards', () => {
  const value = { text: 'a\n\u001b\u009b\u2028\u202e"\\' };
  assert.deepEqual(JSON.parse(printable(JSON.stringify(value))), value);
});
