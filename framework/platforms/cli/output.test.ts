import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from './output.ts';

const people: [rule: string, value: unknown, text: string][] = [
  ['a string as it is', '\u001b[1mbold\u001b[0m\nlines', '\u001b[1mbold\u001b[0m\nlines'],
  ['a number', 42, '42'],
  ['a boolean', false, 'false'],
  ['null is nothing', null, ''],
  ['a list of words, one on a line', ['a', 'b'], 'a\nb'],
  ['an empty list', [], '(none)'],
  ['an empty record', {}, '(none)'],
  ['a record as aligned lines', { id: 1, title: 'Hello' }, 'id:    1\ntitle: Hello'],
  ['a text of several lines keeps its indent', { id: 1, text: 'a\nb' }, 'id:   1\ntext: a\n      b'],
  ['a list of words inside a record', { tags: ['a', 'b'], none: [] }, 'tags: a, b\nnone:'],
  ['a record inside a record', { id: 1, author: { name: 'Ada' } }, 'id:     1\nauthor:\n  name: Ada'],
  ['a table inside a record', { posts: [{ id: 1 }, { id: 2 }] }, 'posts:\n  id\n  1\n  2'],
  [
    'a list of records as an aligned table',
    [
      { id: 1, title: 'First' },
      { id: 10, title: 'Second' },
    ],
    'id  title\n1   First\n10  Second',
  ],
  ['columns are the keys of all records', [{ a: 1 }, { b: 2 }, { a: null, b: true }], 'a  b\n1\n   2\n   true'],
  ['what has an inside is JSON in a cell', [{ id: 1, author: { name: 'Ada' } }], 'id  author\n1   {"name":"Ada"}'],
  ['a mixed list', [1, { a: 1 }, [2, 3]], '1\n{"a":1}\n2, 3'],
  ['a date as JSON has it', { at: new Date(0) }, 'at: 1970-01-01T00:00:00.000Z'],
  ['what toJSON keeps back stays back', [{ toJSON: () => ({ name: 'Ada' }) }], 'name\nAda'],
  [
    'wide letters count twice',
    [
      { a: '日本', b: 1 },
      { a: 'abcd', b: 2 },
    ],
    'a     b\n日本  1\nabcd  2',
  ],
  [
    'accents count not at all',
    [
      { a: 'e\u0301', b: 1 },
      { a: 'x', b: 2 },
    ],
    'a  b\ne\u0301  1\nx  2',
  ],
  ['data cannot steer the terminal', [{ a: '\u001b[2J\u009b\n\u202e' }], 'a\n\\u001b[2J\\u009b\\n\\u202e'],
  ['nor can a key', { '\u001b]0;x': 1 }, '\\u001b]0;x: 1'],
];

for (const [rule, value, text] of people) {
  test(`for people: ${rule}`, () => assert.equal(render(value, true), text));
}

const programs: [value: unknown, text: string][] = [
  ['text stays text', 'text stays text'],
  [[{ id: 1, author: { name: 'Ada' } }], '[{"id":1,"author":{"name":"Ada"}}]'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [[], '[]'],
  [null, 'null'],
  [7, '7'],
];

for (const [value, text] of programs) {
  test(`for programs: ${text}`, () => assert.equal(render(value, false), text));
}

test('what cannot be printed is refused with the likely mistake', () => {
  assert.throws(() => render(() => 1, true), /A function cannot be printed. Was a function named instead of called\?/);
});
