import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maskSource } from './mask.ts';
import { choose, mutantsOf, mutate } from './mutants.ts';

const changes = (source: string) => mutantsOf('a.ts', source).map((mutant) => mutate(source, mutant));

const mutations: [rule: string, source: string, ...expected: string[]][] = [
  ['a comparison moves its boundary and is reversed', 'f(a < b)\n', 'f(a <= b)\n', 'f(a >= b)\n'],
  ['an equality is reversed', 'f(a === b)\n', 'f(a !== b)\n'],
  ['a condition is negated', 'if (f(a)) b = c\n', 'if (!(f(a))) b = c\n'],
  ['and becomes or', 'f(a && b)\n', 'f(a || b)\n'],
  ['?? becomes ||', 'f(a ?? b)\n', 'f(a || b)\n'],
  ['a value that is kept is computed again', 'f((a ??= b))\n', 'f((a = b))\n'],
  ['a number grows by one', 'f(1_024)\n', 'f(1025)\n'],
  ['a boolean is swapped', 'f(true)\n', 'f(false)\n'],
  ['a call is removed', 'a.b(c);\n', ';\n'],
  ['a throw is removed', 'throw a;\n', ';\n'],
  [
    'a return is dropped, but its value still computed',
    'function f() {\n  return a;\n}\n',
    'function f() {\n  void (a);\n}\n',
  ],
];
for (const [rule, source, ...expected] of mutations) {
  test(rule, () => assert.deepEqual(changes(source), expected));
}

describe('nothing is mutated in', () => {
  const places: Record<string, string> = {
    'a string': "f('a < b')\n",
    'a template literal, nor in the code inside of it': 'f(`a < b ${c < d ? `${e < g}` : 1} true`)\n',
    'a regular expression': 'f(/[/"] < 1/)\n',
    'a comment': '// a < b\n/* true */\n',
    'a type': 'type A = true | 1;\ninterface B {\n  c: false;\n}\n',
    'a field without a value': 'class A {\n  readonly b: string;\n}\n',
  };
  for (const [place, source] of Object.entries(places)) {
    test(place, () => assert.deepEqual(changes(source), []));
  }
});

test('masked code keeps the place of every character', () => {
  assert.equal(maskSource("a('b') / c / d // e\nf"), 'a(   ) / c / d     \nf');
});

test('the same seed chooses the same mutants, another seed others', () => {
  const mutants = mutantsOf('a.ts', Array.from({ length: 50 }, (_, index) => `f(${index});\n`).join(''));
  const places = (seed: string) => choose(mutants, 10, seed).map(({ line }) => line);
  assert.deepEqual(places('1'), places('1'));
  assert.notDeepEqual(places('1'), places('2'));
});
