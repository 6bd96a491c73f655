import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import type { Chapter } from '../chapters.ts';
import type { Replayed } from './replay.ts';
import { replayView, rowsOf } from './replay-view.ts';
import type { Trip } from './stations.ts';

/** What `npm run replay` prints, to the letter. */
describe('the view of a replay', () => {
  const chapter = { number: '10', slug: '10-bearer-auth' } as Chapter;
  const trip = (...lines: string[]): Trip => ({
    events: [],
    stations: lines.map((text) => ({ text, key: text.replace(/ (continued|stopped)$|\d+$/, '').trim() })),
  });
  const looked = {
    curl: 'curl -i http://localhost:3000/drafts',
    mine: trip('→ GET /drafts', '  middleware BearerAuth continued', '    handler Drafts.all', '← 200'),
    solution: trip('→ GET /drafts', '  middleware BearerAuth stopped', '← 401'),
    parting: {
      mine: 1,
      solution: 1,
      sentence: 'The solution stops in BearerAuth with 401; yours goes on to Drafts.all.',
    },
    differences: [
      { what: 'status', mine: '200', solution: '401' },
      { what: 'body.error', mine: 'absent', solution: '"Missing authorization"' },
    ],
  };
  const failure = { step: 1, name: 'no token is 401', problem: 'The status is 200.', runs: [], index: 0 };
  const replayed: Replayed = { failure, before: 2, looked, other: undefined };

  it('side by side on a wide terminal', () => {
    assert.equal(
      plain(replayView(chapter, replayed, 100)),
      `
Chapter 10, step 1: no token is 401
The status is 200.

Sent to both, after the 2 requests before it:
  curl -i http://localhost:3000/drafts

  yours                                the solution
  → GET /drafts                        → GET /drafts
▶   middleware BearerAuth continued      middleware BearerAuth stopped
      handler Drafts.all
  ← 200                                ← 401

▶ The solution stops in BearerAuth with 401; yours goes on to Drafts.all.

  the answers  yours   the solution
  status       200     401
  body.error   absent  "Missing authorization"

Change your code, and check it again: npm test 10
`,
    );
  });

  it('one below the other on a narrow one', () => {
    assert.equal(
      plain(replayView(chapter, { ...replayed, before: 0 }, 80)),
      `
Chapter 10, step 1: no token is 401
The status is 200.

Sent to both:
  curl -i http://localhost:3000/drafts

  yours
  → GET /drafts
▶   middleware BearerAuth continued
      handler Drafts.all
  ← 200

  the solution
  → GET /drafts
▶   middleware BearerAuth stopped
  ← 401

▶ The solution stops in BearerAuth with 401; yours goes on to Drafts.all.

  status
    yours         200
    the solution  401
  body.error
    yours         absent
    the solution  "Missing authorization"

Change your code, and check it again: npm test 10
`,
    );
  });

  it('another request of the same check comes first where they part there already, and last where only that tells', () => {
    const alike = { ...looked, parting: undefined, differences: [], solution: looked.mine };
    const view = (isBefore: boolean) =>
      plain(replayView(chapter, { ...replayed, looked: alike, other: { ...looked, isBefore } }, 100));
    assert.match(
      view(true),
      /\n\nThey part before that, at a request of the same check:\n {2}curl .*\n\n {2}yours[\s\S]*\n▶ The solution stops[\s\S]*\n\nAnd the one that the check looked at:\n\n {2}yours/,
    );
    assert.match(
      view(false),
      /← 200 +← 200\n\nSo far they are the same\. They part after that, at a request of the same check:\n {2}curl .*\n\n {2}yours[\s\S]*\n▶ The solution stops[\s\S]*\nChange your code/,
    );
  });

  it('says so where only the answers differ, and where nothing does', () => {
    const same = { ...looked, parting: undefined, solution: looked.mine };
    const view = (part: object) => plain(replayView(chapter, { ...replayed, looked: { ...same, ...part } }, 100));
    assert.match(view({}), /\nBoth go the same way, and only the answers differ\. Check again: npm test 10\n$/);
    assert.match(
      view({ differences: [] }),
      /\nBoth answer alike\. If you have changed your code since, check it again: npm test 10\nIf it still fails, /,
    );
  });

  it('what each has in the place of the other stands side by side', () => {
    const rows = rowsOf(trip('→', '  a', '  b', '←'), trip('→', '  c', '←', '  d'), { mine: 1, solution: 1 });
    assert.deepEqual(
      rows.map(({ mine, solution, isMarked }) => `${isMarked ? '▶' : ''}${mine}|${solution}`),
      ['→|→', '▶  a|  c', '  b|', '←|←', '|  d'],
    );
  });

  it('cuts what is wider than its column', () => {
    const long = trip(`→ GET /${'x'.repeat(200)}`);
    const view = plain(replayView(chapter, { ...replayed, looked: { ...looked, mine: long } }, 100));
    assert.ok(
      view.split('\n').every((line) => [...line].length <= 100),
      view,
    );
    assert.match(view, /x…/);
  });
});
