import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareOf } from '../../../framework/fixtures/share.ts';
import { isThorough, skipSlow } from '../../../framework/fixtures/slow.ts';
import { type Item, linesOf } from '../incidents/board.ts';
import { judge } from '../incidents/evidence.ts';
import { lettered } from '../incidents/incident.ts';
import { withFolder } from '../scratch-folder.ts';
import { differences } from '../starters.ts';
import { typeErrors } from '../type-errors.ts';
import { lookAround } from './look-around.fixture.ts';
import { faultNames, plant } from './plant.ts';
import { repeatDrill } from './repeat.ts';

const names = faultNames();
/** A new one for each day: the same place and numbers would prove little. */
const seed = Math.floor(Date.now() / 86_400_000);

describe('the faults of the drills', () => {
  it('are at least twenty', () => {
    assert.ok(names.length >= 20, `${names.length}`);
  });

  for (const name of names)
    it(`${name}: fits into a finished blog, among harmless changes, and has six causes`, async () => {
      for (const number of [seed, seed + 1, seed + 2]) {
        const drill = await plant(name, number);
        const changed = differences(drill.healthy, drill.planted);
        assert.ok(changed.length >= 4 || drill.healthy.get('store/schema.ts') !== drill.planted.get('store/schema.ts'));
        assert.equal(drill.causes.length, 6);
        assert.ok(drill.signals.length >= 2);
        const words = drill.page.text + drill.signals.map(({ text }) => text).join();
        assert.ok(!words.includes(drill.kind), 'the page names the fault');
      }
    });
});

describe('every fault', {
  skip: skipSlow('starts programs under load, and waits for what happens', import.meta.filename),
}, () => {
  // Otherwise, each commit has one of them.
  for (const name of isThorough ? names : shareOf(names, names.length)) {
    it(`${name}: compiles`, async () => {
      const { planted } = await plant(name, seed);
      assert.deepEqual(await withFolder(planted, (src) => typeErrors(src)), []);
    });

    it(`${name}: the instruments prove its cause, refuse others, and prove nothing once it is repaired`, async () => {
      const drill = await plant(name, seed);
      const { seen, proofs, routes } = await lookAround(drill, drill.planted, 90_000);
      assert.ok(proofs.length > 0, seen.map(({ id, text }) => `${id} ${text}`).join('\n'));
      assert.ok(routes.length > 0, 'nobody used the blog');
      // A line proves the same whichever instrument has shown it.
      for (const { letter, item } of proofs.filter(({ item }) => item.kind === 'line')) {
        const trail: Item = { ...item, kind: 'trail', rows: linesOf(item) };
        assert.ok(judge(drill, letter, item.id, [trail]).isProven, `${item.text} proves it, and its trail doesn't`);
      }
      for (const [letter, { proves, wouldShow }] of lettered(drill)) {
        if (proves !== undefined) continue;
        const { isProven, isClaim, says } = judge(drill, letter, proofs[0]!.item.id, [proofs[0]!.item, ...seen]);
        assert.deepEqual([isProven, isClaim], [false, true]);
        assert.ok(says.startsWith(`If this were the cause: ${wouldShow}`), says);
      }
      const again = await plant(name, seed);
      const repaired = await lookAround(again, again.healthy, 12_000);
      assert.deepEqual(repaired.proofs, []);
    });

    it(`${name}: the check refuses the fault, and passes without it`, async () => {
      const planted = await plant(name, seed);
      const failure = await withFolder(planted.planted, (src) => repeatDrill(planted, src));
      assert.ok(failure?.parts.expected, String(failure));
      const healthy = await plant(name, seed);
      assert.equal(await withFolder(healthy.healthy, (src) => repeatDrill(healthy, src)), undefined);
    });
  }
});
