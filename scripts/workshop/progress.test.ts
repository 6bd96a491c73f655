import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import type { CheckedChapter } from './checked-chapter.ts';
import { Progress } from './progress.ts';
import { copyOfChapter01, testFolder } from './test-folder.fixture.ts';

const checked = (...results: CheckResult[]): CheckedChapter => ({
  results,
  typeErrors: [],
  current: undefined,
  before: [],
});

const result = (step: number, holds: boolean): CheckResult => ({
  step,
  name: `step ${step}`,
  alreadyTrue: false,
  milliseconds: 1,
  failure: holds ? undefined : { problem: 'no' },
});

describe('progress', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  const file = () => join(folder.path, 'progress.json');

  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
  });
  afterEach(() => folder.remove());

  it('a step is done when all of its checks hold', () => {
    new Progress(folder.path).record(
      chapter,
      checked(result(1, true), result(1, true), result(2, true), result(2, false)),
    );
    assert.deepEqual(new Progress(folder.path).of(chapter).steps, { 1: true, 2: false });
  });

  const skip = process.platform === 'win32' && 'Windows has no such permissions';
  it('only the owner can read the progress', { skip }, () => {
    new Progress(folder.path).record(chapter, checked(result(1, true)));
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('a step that has passed once stays known, whatever happens to the code, and even after a reset', () => {
    const progress = new Progress(folder.path);
    progress.record(chapter, checked(result(1, true), result(2, false)));
    progress.record(chapter, checked(result(1, false), result(2, true)));
    progress.forget(chapter);
    assert.deepEqual(new Progress(folder.path).of(chapter).passed, [1, 2]);
  });

  it('keeps what another process has stored during a check', () => {
    const progress = new Progress(folder.path);
    new Progress(folder.path).record(chapter, checked(result(1, true)));
    new Progress(folder.path).climb(chapter, 2, 3);
    progress.record(chapter, checked(result(1, false)));
    const { passed, hints } = new Progress(folder.path).of(chapter);
    assert.deepEqual({ passed, hints }, { passed: [1], hints: { 2: 1 } });
  });

  it('a step with a check that was skipped is not done, and the next look at the board checks again', () => {
    const skipped = { ...result(1, true), skipped: 'needs a server' };
    new Progress(folder.path).record(chapter, checked(result(1, true), skipped, result(2, true)));
    const { steps, isPartial, hash } = new Progress(folder.path).of(chapter);
    assert.deepEqual({ steps, isPartial, hash }, { steps: { 1: false, 2: true }, isPartial: true, hash: '' });
  });

  it('keeps what was passed in a chapter whose first step has moved to another one', () => {
    const steps = Object.fromEntries([1, 2, 3, 4, 5, 6].map((step) => [step, step < 4]));
    writeFileSync(file(), JSON.stringify({ abuse: { steps, hash: 'x', hints: { 1: 2, 3: 1 }, passed: [1, 2, 3] } }));
    const progress = new Progress(folder.path);
    const of = (slug: string) => progress.of({ ...chapter, slug });
    assert.deepEqual(of('16-authorization').passed, [1]);
    assert.deepEqual(of('16-authorization').hints, { 1: 2 });
    assert.deepEqual(of('17-abuse').passed, [1, 2]);
    assert.deepEqual(of('17-abuse').hints, { 2: 1 });
    assert.equal(of('17-abuse').hash, '', 'it is checked again');
  });

  it('is keyed by the slug, so that chapters may be renumbered', () => {
    new Progress(folder.path).record(chapter, checked(result(1, true)));
    assert.ok('hello-route' in JSON.parse(readFileSync(file(), 'utf8')));
  });

  it('counts hints up to the last rung', () => {
    const progress = new Progress(folder.path);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => progress.climb(chapter, 2, 3)),
      [1, 2, 3, 3],
    );
  });

  it('two writers do not undo each other', () => {
    const [one, other] = [new Progress(folder.path), new Progress(folder.path)];
    one.record(chapter, checked(result(1, true)));
    other.record({ ...chapter, slug: '02-paths' }, checked(result(1, true)));
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file(), 'utf8'))).sort(), ['hello-route', 'paths']);
  });

  const strange: [string, string][] = [
    ['no JSON', '{ "hello-route": '],
    ['a list', '[1, 2]'],
    ['an older version', '{ "hello-route": 3 }'],
    ['fields of other types', '{ "hello-route": { "steps": ["yes"], "hash": 5, "hints": null } }'],
    ['nothing', ''],
  ];
  for (const [name, text] of strange) {
    it(`tolerates ${name}`, () => {
      mkdirSync(folder.path, { recursive: true });
      writeFileSync(file(), text);
      const progress = new Progress(folder.path);
      assert.equal(progress.of(chapter).steps[1] ?? false, false);
      progress.record(chapter, checked(result(1, true)));
      assert.equal(new Progress(folder.path).of(chapter).steps[1], true);
    });
  }
});
