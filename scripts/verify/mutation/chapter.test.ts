import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipSlow } from '../../../framework/fixtures/slow.ts';
import { allChapters } from '../../workshop/chapters.ts';
import { findChapter } from '../../workshop/find-chapter.ts';
import { mutateChapter, taughtMutants } from './chapter.ts';
import { printScores } from './table.ts';

const chapter = (number: string) => findChapter(number, allChapters());

test('the mutants of a chapter are in the lines that its steps add', () => {
  const places = new Set(taughtMutants(chapter('13')).map(({ file, step }) => `${step} ${file}`));
  assert.ok(
    places.has('1 auth/sessions.service.ts') && places.has('6 auth/sessions.service.ts'),
    [...places].join('\n'),
  );
  assert.ok(![...places].some((place) => place.endsWith('auth/digest.ts')), 'digest.ts is given');
});

/** One that checks a server, one with a database, and one that checks modules. Their mutants stay the same until their lines change. */
for (const number of ['01', '06', '23']) {
  test(`the checks of chapter ${number} find a sample of its mutants`, {
    skip: skipSlow('starts many programs', import.meta.filename),
  }, async () => {
    const { ran, survivors } = await mutateChapter(chapter(number), { count: 3, seed: 'ci', path: '' });
    assert.ok(ran > 0, 'no mutant ran');
    const lines = survivors.map(({ file, line, change }) => `${file}:${line} ${change}`);
    assert.deepEqual(lines, [], 'a check must find these, or equivalent.md must say why none can');
  });
}

test('a survivor is printed with its place and its change, and the table has a row per chapter', () => {
  const [survivor] = taughtMutants(chapter('01'));
  const lines: string[] = [];
  const score = { chapter: chapter('01'), possible: 45, ran: 2, found: 1, equivalent: 3, survivors: [survivor!] };
  printScores([score], (line) => lines.push(line));
  const printed = lines.join('\n');
  assert.match(printed, /solutions\/01-hello-route\/src\/\S+\.ts:\d+ {2}\(step \d\)\n {4}- .+\n {4}\+ /);
  assert.match(printed, /\| 01-hello-route \| 45 \| 2 \| 1 \| 1 \| 3 \| 50\.0 % \|/);
});
