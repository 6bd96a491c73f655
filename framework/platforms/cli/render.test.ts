import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from './render.ts';

const people: [rule: string, value: unknown, text: string][] = [
  ['a string as it is', '\u001b[1mbold\u001b[0m\nlines', '\u001b[1mbold\u001b[0m\nlines'],
  ['a number', 42, '42'],
  ['a boolean', false, 'false'],
  ['null prints nothing', null, ''],
  ['an array of strings, one per line', ['a', 'b'], 'a\nb'],
  ['an empty array', [], '(none)'],
  ['an empty object', {}, '(none)'],
  ['an object as aligned lines', { id: 1, title: 'Hello' }, 'id:    1\ntitle: Hello'],
  ['a string of several lines keeps its indentation', { id: 1, text: 'a\nb' }, 'id:   1\ntext: a\n      b'],
  ['an array of strings inside an object', { tags: ['a', 'b'], none: [] }, 'tags: a, b\nnone:'],
  ['an object inside an object', { id: 1, author: { name: 'Ada' } }, 'id:     1\nauthor:\n  name: Ada'],
  ['a table inside an object', { posts: [{ id: 1 }, { id: 2 }] }, 'posts:\n  id\n  1\n  2'],
  [
    'an array of objects as an aligned table',
    [
      { id: 1, title: 'First' },
      { id: 10, title: 'Second' },
    ],
    'id  title\n1   First\n10  Second',
  ],
  ['the columns are the keys of all objects', [{ a: 1 }, { b: 2 }, { a: null, b: true }], 'a  b\n1\n   2\n   true'],
  ['an object in a cell is JSON', [{ id: 1, author: { name: 'Ada' } }], 'id  author\n1   {"name":"Ada"}'],
  ['a mixed array', [1, { a: 1 }, [2, 3]], '1\n{"a":1}\n2, 3'],
  ['a date as in JSON', { at: new Date(0) }, 'at: 1970-01-01T00:00:00.000Z'],
  ['toJSON decides what is shown', [{ toJSON: () => ({ name: 'Ada' }) }], 'name\nAda'],
  [
    'wide characters count twice',
    [
      { a: '日本', b: 1 },
      { a: 'abcd', b: 2 },
    ],
    'a     b\n日本  1\nabcd  2',
  ],
  [
    'combining accents do not count',
    [
      { a: 'e\u0301', b: 1 },
      { a: 'x', b: 2 },
    ],
    'a  b\ne\u0301  1\nx  2',
  ],
  ['data cannot control the terminal', [{ a: '\u001b[2J\u009b\n\u202e' }], 'a\n\\u001b[2J\\u009b\\n\\u202e'],
  ['neither can a key', { '\u001b]0;x': 1 }, '\\u001b]0;x: 1'],
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

test('a value that cannot be printed is an error with the likely cause', () => {
  const message = 'The command returned a function, which cannot be printed. Did you forget to call it?';
  assert.throws(() => render(() => 1, true), { message });
  assert.throws(() => render(Symbol('x'), true), {
    message: 'The command returned a symbol, which cannot be printed.',
  });
});
