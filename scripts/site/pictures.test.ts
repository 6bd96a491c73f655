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
  const pictures = ['dark', 'light'].map((theme) => `terminal-${theme}.svg`);
  const textOf = (name: string) => readFileSync(join(root, 'docs', 'images', name), 'utf8');
  const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded-trips.json'), 'utf8')) as KeptTrace[];

  test('the terminal in the README shows what the commands print today', () => {
    assert.deepEqual(new Map(pictures.map((name) => [name, textOf(name)])), colouredTerminal());
  });

  for (const name of pictures)
    test(`${name} is coloured, no line leaves it, and every colour can be read`, () => {
      const picture = textOf(name);
      for (const colour of ['r', 'g', 'c', 'b']) assert.match(picture, new RegExp(`<tspan class="[a-z ]*${colour}`));
      const lines = [...picture.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, line]) =>
        line!.replace(/<[^>]+>/g, '').replace(/&\w+;|&#\d+;/g, '"'),
      );
      assert.ok(lines.length > 30);
      assert.deepEqual(
        lines.filter((line) => line.length > 80),
        [],
      );
      const window = /<rect [^>]*fill="(#\w+)"/.exec(picture)![1]!;
      const inks = [...picture.matchAll(/\{[^{}]*fill:(#\w+)/g)].map(([, ink]) => ink!);
      assert.equal(inks.length, 6);
      for (const ink of inks) assert.ok(contrast(ink, window) >= 4.5, `${ink} on ${window}`);
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

/** As WCAG defines it. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
