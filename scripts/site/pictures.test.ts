import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { skipSlow } from '../../framework/fixtures/slow.ts';
import { root } from '../workshop/chapters.ts';
import { colouredTerminal } from './coloured-terminal.ts';
import { markFile, xrayPictureMark } from './picture-marks.ts';
import { recordRequests } from './recorded-requests.ts';
import { runningChapter } from './running-chapter.fixture.ts';
import type { KeptTrace } from './x-ray-view.ts';

/** Each of these fails if a picture is out of date. The remedy: npm run pictures */
describe('the pictures', () => {
  const picture = readFileSync(join(root, 'docs', 'images', 'terminal.svg'), 'utf8');
  const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded-trips.json'), 'utf8')) as KeptTrace[];

  test('the terminal in the README shows what the commands print today', () => {
    assert.equal(picture, colouredTerminal());
  });

  test('the terminal in the README is coloured, and no line that leaves it', () => {
    for (const colour of ['r', 'g', 'c', 'b']) assert.match(picture, new RegExp(`<tspan class="[a-z ]*${colour}`));
    const lines = [...picture.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, line]) =>
      line!.replace(/<[^>]+>/g, '').replace(/&\w+;|&#\d+;/g, '"'),
    );
    assert.ok(lines.length > 30);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
  });

  test('X-ray in the README shows the recorded request in the view and the styles of today', () => {
    assert.equal(readFileSync(markFile, 'utf8').trim(), xrayPictureMark(recorded[0]!));
  });

  test('the recorded requests are what X-ray records today, but for ids and times', {
    skip: skipSlow('starts chapter 10', import.meta.filename),
  }, async () => {
    const running = await runningChapter('10-bearer-auth');
    try {
      assert.deepEqual(recorded.map(lasting), (await recordRequests(running, 1)).map(lasting));
    } finally {
      await running.stop();
    }
  });
});

/** What a request does, in the same way each time. */
function lasting({ method, path, status, resolution, steps, answer, activity, request }: KeptTrace) {
  return {
    ...{
      method,
      path,
      status,
      resolution: { ...resolution, cached: undefined },
      headers: Object.keys(request.headers),
    },
    steps: steps.map(({ kind, name, depth, outcome, place }) => ({ kind, name, depth, outcome, place })),
    answer: Object.keys(answer?.headers ?? {}),
    hasActivity: activity !== undefined,
  };
}
