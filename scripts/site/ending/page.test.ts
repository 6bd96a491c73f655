import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Chapter } from '../../workshop/chapters.ts';
import type { Ending } from '../../workshop/ending/ending.ts';
import type { TraceEvent } from '../../workshop/xray/trace-event.ts';
import { cardOf } from './card.ts';
import { mapPicture } from './map-picture.ts';
import { endingFile } from './page.ts';

/** What a learner, or somebody who has written to their program, can put into a name, a path or a header. */
const hostile = `</style></svg><script>alert(1)</script><img src=x onerror="alert(1)">'"\u0000\u001b[31m\u202e\ud800&amp;`;

function endingWith(text: string, kind: 'chapter' | 'part' = 'chapter'): Ending {
  const chapter = { number: '05', slug: '05-injection', title: text, steps: [] } as unknown as Chapter;
  const written = { lines: 1_234, files: 3, created: 1 };
  const part = (number: number, needs: number[]) => ({
    ...{ number, name: number === 1 ? text : `Part${number}`, module: text, kind: 'service' as const },
    needs: needs.map((each) => ({ field: text, number: each })),
  });
  const step = { kind: 'query' as const, name: text, depth: 9, at: 0, ms: 1, note: text, rows: 1 };
  const trace = { method: text, path: text, status: 200, ms: 2, steps: [step], resolution: { path: text } };
  return {
    scope: { kind, id: '05-injection', above: text, title: text, chapters: [chapter] },
    at: Date.UTC(2026, 10, 19),
    chapters: Array.from({ length: kind === 'part' ? 2 : 1 }, (_, index) => ({
      ...{ chapter, done: 5, total: 5, isDone: index === 0, hasStar: index === 0, written },
    })),
    written,
    stars: 1,
    learned: [text],
    program: {
      chapter,
      routes: [],
      description: { modules: [{ name: text, imports: [], exports: [] }], parts: [part(1, []), part(2, [1])] },
      trace: trace as unknown as TraceEvent,
      isOwn: true,
    },
    bench: [{ work: text, share: 0.9 }],
  };
}

describe('the page of an ending', () => {
  for (const kind of ['chapter', 'part'] as const)
    it(`of a ${kind} shows hostile names as text, and loads nothing`, () => {
      const page = endingFile(endingWith(hostile, kind));
      assert.doesNotMatch(page, /<script|<img|onerror="|style="/);
      assert.match(page, /&lt;script&gt;alert\(1\)/);
      assert.doesNotMatch(page, /[^\P{Cc}\n]|\u202e/u);
      assert.equal(page.match(/<style>/g)?.length, 1);
      assert.equal(page.match(/<\/style>/g)?.length, 1);
      // Its policy allows exactly these styles.
      const styles = /<style>([\s\S]*)<\/style>/.exec(page)![1]!;
      const hash = createHash('sha256').update(styles).digest('base64');
      assert.ok(page.replaceAll('&#39;', "'").includes(`"default-src 'none'; style-src 'sha256-${hash}';`));
      assert.deepEqual(page.match(/<[^>]*\s(?:src|href)=|url\(|@import/g), null, 'it refers to nothing outside of it');
    });

  it('can be scrolled with the keyboard, wherever it may be too wide', () => {
    const boxes = endingFile(endingWith('The blog', 'part')).match(/<div class="keep-scroll"[^>]*>/g)!;
    assert.equal(boxes.length, 3);
    for (const box of boxes) assert.match(box, / tabindex="0" role="region" aria-label="[^"]+">/);
    assert.equal(new Set(boxes).size, 3, 'each has its own name');
  });

  it('says what was counted, in the right number, and leaves out what is not there', () => {
    const page = endingFile(endingWith('Injection'));
    assert.match(page, /<dt>lines of yours<\/dt><dd>1,234<\/dd>/);
    assert.match(page, /How fast your framework is[\s\S]*0\.90/);
    assert.match(page, /Part I|Injection/);
    const { bench, program, ...rest } = endingWith('Injection');
    const bare = endingFile({ ...rest, stars: 0, written: { lines: 1, files: 0, created: 0 } });
    assert.ok(bench && program);
    assert.match(bare, /<dt>line of yours<\/dt><dd>1<\/dd>/);
    assert.doesNotMatch(bare, /How fast|Your architecture|One request|<dt>star|<dt>file/);
  });

  it('of a part that isn’t done says how much of it is', () => {
    assert.match(endingFile(endingWith('The blog', 'part')), /1 of 2 chapters done/);
  });
});

describe('the picture of an ending', () => {
  it('is one SVG that needs nothing, whatever the names are', () => {
    for (const theme of ['light', 'dark'] as const) {
      const card = cardOf(endingWith(hostile, 'part'), theme).toString();
      assert.doesNotMatch(card, /<script|<img|<image|<foreignObject|<style|style=|href=|onerror="/);
      // XML forbids them.
      assert.doesNotMatch(card, /[^\P{Cc}\n]|\p{Cs}|[\ufffe\uffff]/u);
      assert.match(card, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1200 630"/);
      assert.equal(card.match(/<g[ >]/g)?.length, card.match(/<\/g>/g)?.length);
    }
  });

  it('has columns from what needs to what is needed, however deep, and cuts long names', () => {
    const part = (number: number, needs: number[]) => ({
      ...{ number, name: `Class${number}${'x'.repeat(40)}`, module: 'M', kind: 'service' as const },
      needs: needs.map((each) => ({ field: 'f', number: each })),
    });
    const { markup, width, height } = mapPicture(
      { modules: [], parts: [part(1, []), part(2, [1]), part(3, [1, 2])] },
      'light',
    );
    const places = [...markup.toString().matchAll(/<rect class="p-panel p-line" x="(\d+)"/g)].map(([, x]) => Number(x));
    assert.equal(new Set(places).size, 3, 'one column each');
    assert.ok(Math.max(...places) < width && height > 40);
    assert.match(markup.toString(), /Class3x+…</);
    assert.equal(markup.toString().match(/class="p-edge"/g)?.length, 3);
  });
});
