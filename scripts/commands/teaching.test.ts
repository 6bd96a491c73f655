import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { allChapters, root } from '../workshop/chapters.ts';
import { Records } from '../workshop/incidents/record.ts';
import { solutionAt, writeFiles } from '../workshop/starters.ts';
import { copyOfChapter01, testFolder } from '../workshop/test-folder.fixture.ts';
import { Workshop } from '../workshop/workshop.ts';
import { minutesOf, reportOf } from './learn/report.ts';

describe('docs/teaching.md', () => {
  const chapters = allChapters();
  const sections = readFileSync(join(root, 'docs', 'teaching.md'), 'utf8').split(/^## /m);
  const section = (title: string) => sections.find((each) => each.startsWith(`${title}\n`)) ?? '';

  /** The chapters and the minutes of each row of a plan: `01, 02` or `01 to 11`. */
  function rowsOf(title: string): { numbers: string[]; minutes: number }[] {
    const rows = section(title).matchAll(/^\| [^|]+ \| (\d\d(?:(?:,| to) ?\d\d)*) \| (?:[^|]+ \| )?(\d+) \|/gm);
    return [...rows].map(([, names = '', minutes]) => {
      const [first = '', last] = names.split(' to ');
      const isIn = ({ number }: { number: string }) =>
        last === undefined ? names.includes(number) : number >= first && number <= last;
      return { numbers: chapters.filter(isIn).map(({ number }) => number), minutes: Number(minutes) };
    });
  }

  for (const [title, rows] of [
    ['Timing', 7],
    ['One day', 4],
    ['Three days', 3],
    ['Thirteen weeks', 14],
  ] as const) {
    it(`${title}: the minutes are those that the chapters state`, () => {
      const plan = rowsOf(title);
      assert.equal(plan.length, rows);
      for (const { numbers, minutes } of plan) {
        const stated = chapters.filter(({ number }) => numbers.includes(number)).map(minutesOf);
        assert.ok(stated.every((each) => each > 0));
        assert.equal(
          minutes,
          stated.reduce((sum, each) => sum + each, 0),
          `chapters ${numbers.join(', ')}`,
        );
      }
    });
  }

  it('the parts and the thirteen weeks contain every chapter once; there is a question for each', () => {
    const all = chapters.map(({ number }) => number);
    assert.deepEqual(
      rowsOf('Timing').flatMap(({ numbers }) => numbers),
      all,
    );
    assert.deepEqual(
      rowsOf('Thirteen weeks').flatMap(({ numbers }) => numbers),
      all,
    );
    const asked = [...section('Questions to ask').matchAll(/^\| (\d\d) \| .+\? \| .+ \|$/gm)].map(
      ([, number]) => number,
    );
    assert.deepEqual(asked, all);
  });
});

describe('npm run report', () => {
  let folder: ReturnType<typeof testFolder>;
  before(() => {
    folder = testFolder();
  });
  after(() => folder.remove());

  it('checks what has changed, and says how far the learner is', async () => {
    const chapter = copyOfChapter01(folder.path);
    writeFiles(chapter.src, solutionAt(chapter, 2));
    const workshop = new Workshop(folder.path);
    workshop.progress.climb(chapter, 1, 3);
    const report = await reportOf(workshop, Date.UTC(2026, 0, 2));
    const [{ code, ...first }] = report.chapters as [(typeof report.chapters)[0]];
    assert.match(code, /^[0-9a-f]{16}$/);
    assert.deepEqual(first, {
      chapter: '01-hello-route',
      title: 'Routes and handlers',
      minutes: 40,
      steps: 4,
      passing: [1, 2],
      passed: [1, 2],
      hints: 1,
      isPartial: false,
      hasStar: false,
      obstacle: null,
    });
    assert.deepEqual(
      { ...report, chapters: [] },
      {
        ...{ workshop: 'trellis', version: 1, created: '2026-01-02T00:00:00.000Z', finished: 0, chapters: [] },
        reviews: { asked: 0, due: 0 },
      },
    );
    const records = new Records(workshop.state);
    const incident = {
      chapter: '30-slow',
      name: 'quiet-evening',
      signals: [{ from: '', price: 3, text: '' }],
    } as never;
    records.signal(incident, 0, 0);
    records.attempt(incident, true, 600_000);
    assert.deepEqual((await reportOf(workshop, Date.UTC(2026, 0, 2))).incidents, [
      { incident: '30-slow/quiet-evening', minutes: 13, claims: 1, signals: 1 },
    ]);
    const reports = join(folder.path, 'reports');
    mkdirSync(reports);
    writeFileSync(join(reports, 'group-a.json'), JSON.stringify(report));
    assert.match(listOf(reports), /^group-a\.json +0 finished, now at 01-hello-route\n$/);
  });

  it('a class list shows one line for each file, whatever a learner has written into it', () => {
    const reports = join(folder.path, 'edited');
    mkdirSync(reports);
    const at = (chapter: unknown) => ({ finished: 9, chapters: [{ chapter, steps: 1, passing: [] }] });
    const files = {
      // Would erase the line above it, and write another one.
      'escapes.json': JSON.stringify(at('\u001b[1A\u001b[2Kgroup-b.json  27 finished\n\u009b8m\u202e')),
      'malformed.json': '{',
      'null.json': 'null',
      'numbers.json': JSON.stringify(at(7)),
      'text.json': JSON.stringify({ ...at('x'), finished: '\u001b[2J' }),
      'valid.json': JSON.stringify({ finished: 3, chapters: [] }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(reports, name), text);
    mkdirSync(join(reports, 'folder.json'));
    const lines = listOf(reports)
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ {2,}/, '  '));
    assert.deepEqual(lines, [
      'escapes.json  9 finished, now at \\u001b[1A\\u001b[2Kgroup-b.json  27 finished\\n\\u009b8m\\u202e',
      'folder.json  not a report',
      'malformed.json  not a report',
      'null.json  not a report',
      'numbers.json  not a report',
      'text.json  not a report',
      'valid.json  3 finished, now at the end',
    ]);
  });
});

/** What the script of the teaching page prints about a folder of reports. */
function listOf(folder: string): string {
  const script = ['--import', 'tsx', 'docs/class-report.ts', folder];
  return execFileSync(process.execPath, script, { cwd: root, encoding: 'utf8' });
}
