import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters as plain } from 'node:util';
import { bannerOf } from './banner.ts';
import { boardOf } from './board.ts';
import { allChapters, root } from './chapters.ts';
import { explainView } from './explain-view.ts';
import { explanationsOf } from './explanations.ts';
import { renderFailure } from './failure-view.ts';
import { fold } from './fold.ts';
import { hintsOf } from './hints.ts';
import { terminalProse } from './prose.ts';
import { doneView, failureView, stepsView } from './steps-view.ts';

/** The lines that a terminal of 80 columns would break within a word. */
function splitLines(text: string): string[] {
  return plain(text)
    .split('\n')
    .filter((line) => [...cuts(line)].some((cut) => /\S\S/.test(line.slice(cut - 1, cut + 1))));
}

function* cuts(line: string): Generator<number> {
  for (let cut = 80; cut < line.length; cut += 80) yield cut;
}

describe('lines in a terminal', () => {
  it('end between two words, and the rest is aligned with the beginning', () => {
    assert.equal(fold('one two three', 7), 'one two\nthree');
    assert.equal(fold('  ✓ one two three', 11), '  ✓ one two\n    three');
    assert.equal(fold('  12. one two', 9), '  12. one\n    two');
    assert.equal(fold('id    name', 10), 'id    name');
    assert.equal(fold('one two: npm run carry 02', 16), 'one two:\nnpm run carry 02');
    assert.equal(
      fold('one two: \u001b[36mnpm run carry 02\u001b[39m, three', 16),
      'one two:\n\u001b[36mnpm run carry 02\u001b[39m,\nthree',
    );
    assert.equal(fold('unbreakable', 5), 'unbreakable');
    assert.equal(fold('\u001b[31mone two\u001b[39m three', 7), '\u001b[31mone two\u001b[39m\nthree');
  });

  it('have a request for themselves that would not fit beside its label', () => {
    const curl = `curl -i http://localhost:3000/readers/${'a'.repeat(12)}/posts/${'b'.repeat(12)}`;
    assert.equal(renderFailure({ problem: 'No', curl }, 90), `No\n\n  request   ${curl}`);
    const shown = renderFailure({ problem: 'No', curl }, 76);
    assert.equal(shown, `No\n\n  request\n    ${curl}`);
    assert.equal(fold(shown, 60), shown);
  });

  it('stay whole if people copy them, or another program has written them', () => {
    for (const line of ['  curl -i http://localhost:3000', 'PORT=3001 npm test 01', '{"level":"info","message":"a b"}'])
      assert.equal(fold(line, 10), line);
  });

  const chapters = allChapters();
  const checked = { results: [], typeErrors: [], before: [], current: undefined };
  const result = {
    step: 1,
    name: 'GET /posts',
    milliseconds: 1,
    alreadyTrue: false,
    failure: { problem: 'word '.repeat(40) },
  };
  const views: [name: string, text: () => string][] = [
    ['a chapter that is done', () => chapters.map((each, index) => doneView(each, chapters[index + 1])).join('\n')],
    ['the steps', () => chapters.map((each) => stepsView(each, checked, undefined, 80)).join('\n')],
    ['a failure', () => failureView(chapters[0]!, result, 80)],
    ['the banner', () => chapters.map((each) => bannerOf(each, 'http://localhost:3000', [])).join('\n')],
    [
      'the board',
      () => boardOf(chapters.map((chapter) => ({ chapter, done: 1, total: 9, isDone: false, isPartial: true }))),
    ],
    [
      'the hints',
      () =>
        [...hintsOf(chapters[0]!).values()]
          .flatMap((rungs) => rungs.map(({ text }) => terminalProse(text, 80)))
          .join('\n'),
    ],
    [
      'the explanations',
      () =>
        chapters
          .slice(0, 5)
          .flatMap((each) => [...explanationsOf(each).keys()].map((step) => explainView(each, step, 80)))
          .join('\n'),
    ],
  ];
  for (const [name, render] of views) {
    it(`no word of ${name} is split at 80 columns, and none is lost`, () => {
      const text = render();
      assert.ok(text.length > 100);
      const folded = fold(text, 80);
      // A command stays on one line, so that it can be copied. So does a path or an address that is too long.
      assert.deepEqual(
        splitLines(folded).filter((line) => !/^\s*(curl|npm|npx) |^\s*\S+$/.test(line)),
        [],
      );
      assert.deepEqual(plain(folded).split(/\s+/), plain(text).split(/\s+/));
    });
  }

  it('are folded by the commands in a terminal, and not in a pipe', () => {
    const terminal = pathToFileURL(join(import.meta.dirname, 'terminal.ts'));
    const long = 'word '.repeat(30).trim();
    const printed = (isTTY: boolean) => {
      const program = `process.stdout.isTTY = ${isTTY}; process.stdout.columns = 80;
const { Terminal } = await import('${terminal}'); new Terminal().print('${long}');`;
      const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
      return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    };
    assert.equal(printed(false), `${long}\n`);
    assert.equal(printed(true), `${fold(long, 80)}\n`);
    assert.deepEqual(splitLines(printed(true)), []);
  });
});

/** Yellow, white and the bright colours can't be read on a light background; black, blue and magenta not on a dark one. */
const readable = ['red', 'green', 'cyan', 'bold', 'dim', 'italic'];

it('the commands use only colours that can be read on light and on dark backgrounds', () => {
  const files = readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.(ts|mjs)$/.test(name),
  );
  const used = files.flatMap((name) =>
    [...readFileSync(join(root, 'scripts', name), 'utf8').matchAll(/\bpc\.(\w+)/g)].map(([, colour]) => colour!),
  );
  assert.ok(used.length > 50);
  assert.deepEqual(
    [...new Set(used)].filter((colour) => !readable.includes(colour)),
    [],
  );
});
