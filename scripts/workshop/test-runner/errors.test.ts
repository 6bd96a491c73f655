import assert, { AssertionError } from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeError } from './errors.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

test('an assertion shows what was compared, line by line', () => {
  const text = describeError(
    thrownBy(() => assert.deepEqual({ a: 1, b: 2 }, { a: 1, b: 3 })),
    root,
  );
  assert.match(text, /^\+ {3}b: 2$/m);
  assert.match(text, /^- {3}b: 3$/m);
});

test('an assertion with a custom message shows the message and what was compared', () => {
  const text = describeError(
    thrownBy(() => assert.equal('posts', 'tags', 'the path is wrong')),
    root,
  );
  assert.match(text, /^the path is wrong\n/);
  assert.match(text, /'posts'[\s\S]*'tags'/);
});

test('only our own stack frames are shown, with paths relative to the root', () => {
  const text = describeError(
    thrownBy(() => assert.equal(1, 2)),
    root,
  );
  const frames = text.split('\n').filter((line) => /^ +at /.test(line));
  assert.ok(frames.length > 0, text);
  for (const frame of frames)
    assert.match(frame, /[( ]scripts[\\/]workshop[\\/]test-runner[\\/]errors\.test\.ts:\d+:\d+\)?$/);
});

test('paths and file addresses below the root are shortened in messages, too', () => {
  const path = join(root, 'framework', 'router.ts');
  const text = describeError(new Error(`in ${path} and ${pathToFileURL(path).href}`), root);
  assert.match(text, /^Error: in framework[\\/]router\.ts and framework\/router\.ts$/m);
});

test('an error other than an assertion shows its class and its causes', () => {
  const text = describeError(new TypeError('no route', { cause: new RangeError('too deep') }), root);
  assert.match(text, /^TypeError: no route$/m);
  assert.match(text, /^caused by: RangeError: too deep$/m);
});

test('each of several errors is shown', () => {
  const text = describeError(new AggregateError([new Error('first'), new Error('second')], 'both failed'), root);
  assert.match(text, /both failed[\s\S]*caused by: Error: first[\s\S]*caused by: Error: second/);
});

test('an error that is its own cause is printed without an endless loop', () => {
  const error: Error = new Error('round');
  error.cause = error;
  assert.ok(describeError(error, root).includes('caused by: Error: round'));
});

test("the wrapper that node:test puts around an error isn't shown", () => {
  const wrapper = Object.assign(new Error('wrapper', { cause: new Error('inner') }), { code: 'ERR_TEST_FAILURE' });
  assert.match(describeError(wrapper, root), /^Error: inner\n/);
});

for (const [value, text] of [
  ['plain words', 'plain words'],
  [undefined, 'undefined'],
  [{ status: 500 }, '{ status: 500 }'],
] as const) {
  test(`a thrown ${typeof value} that isn't an Error is shown as it is`, () => {
    assert.equal(describeError(value, root), text);
  });
}

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new AssertionError({ message: 'it did not throw' });
}
