import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fencesOf } from '../workshop/markdown.ts';
import { readFenceInfo } from './fence-info.ts';

test('a file and the lines to point at follow the language', () => {
  const { language, note, marked, kind, caption } = readFenceInfo('ts src/posts.ts {2,4-6}');
  assert.deepEqual([language, note, kind, caption], ['ts', 'src/posts.ts', 'code', 'src/posts.ts']);
  assert.deepEqual([...marked], [2, 4, 5, 6]);
});

test('what a program prints, and a drawing, are not code', () => {
  assert.equal(readFenceInfo('text').kind, 'output');
  assert.equal(readFenceInfo('text starter').caption, '');
  assert.equal(readFenceInfo('text diagram').kind, 'diagram');
  assert.equal(readFenceInfo('ts examples/motto.ts').caption, 'Example: motto.ts');
});

test('the check of the snippets sees the file, and not the lines', () => {
  assert.equal(fencesOf('```ts src/posts.ts {2,4-6}\nconst a = 1;\n```')[0]?.note, 'src/posts.ts');
});
