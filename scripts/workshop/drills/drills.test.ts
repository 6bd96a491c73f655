import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { reportOf } from '../../commands/learn/report.ts';
import { readFiles } from '../starters.ts';
import { testFolder } from '../test-folder.fixture.ts';
import { Workshop } from '../workshop.ts';
import { beginDrill } from './begin.ts';
import { checkRepair, giveUp } from './check-repair.ts';
import { chooseFault, nextDue } from './choose.ts';
import { Dice } from './dice.ts';
import { faultNames, kindsOf, plant } from './plant.ts';
import { DrillInvestigation, type DrillRecord, Drills } from './record.ts';
import { Stopwatch } from './stopwatch.ts';
import { listView, minutesToEvidence, minutesToRepair, summaryView } from './views.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const record = (fault: string, change: Partial<DrillRecord> = {}): DrillRecord => ({
  number: 1,
  fault,
  seed: 1,
  begun: 0,
  last: 0,
  spent: 0,
  checks: 1,
  ...change,
});
const investigation = { begun: 0, attempts: 1, signals: [], price: 0, proven: 4 * minute };

describe('the dice', () => {
  it('fall in the same way for the same seed, and otherwise for others', () => {
    const throws = (seed: number) => {
      const dice = new Dice(seed);
      return Array.from({ length: 20 }, () => dice.between(1, 6)).join('');
    };
    assert.equal(throws(7), throws(7));
    assert.equal(new Set(Array.from({ length: 30 }, (_, seed) => throws(seed))).size, 30);
    assert.match(throws(7), /^[1-6]{20}$/);
    assert.equal(new Set(Array.from({ length: 40 }, (_, seed) => new Dice(seed).pick(['a', 'b', 'c']))).size, 3);
    assert.deepEqual(new Dice(3).some(['a', 'b', 'c'], 3).sort(), ['a', 'b', 'c']);
  });
});

describe('the next fault', () => {
  it('is one that was never met, as long as there is one', () => {
    const names = ['a', 'b', 'c'];
    assert.equal(chooseFault(names, [record('a'), record('c')]), 'b');
    const firsts = [0, 0.5, 0.99].map((share) => chooseFault(names, [], () => share));
    assert.deepEqual(firsts, names);
  });

  it('is then the one that has rested longest beyond its time: less after giving up than after finding it at once', () => {
    const clean = record('a', { last: 0, repaired: 1, investigation });
    const lost = record('b', { last: 2 * day, hasGivenUp: true });
    assert.equal(chooseFault(['a', 'b'], [clean, lost]), 'b');
    assert.equal(chooseFault(['a', 'b'], [clean, { ...lost, last: 8 * day }]), 'a');
  });

  it('is due after a week, earlier after mistakes, and not while a drill is open', () => {
    assert.equal(nextDue([]), undefined);
    assert.equal(nextDue([record('a')]), undefined);
    assert.equal(nextDue([record('a', { repaired: 1, investigation })]), 7 * day);
    assert.equal(nextDue([record('a', { repaired: 1, investigation, checks: 2 })]), 3 * day);
    assert.equal(nextDue([record('a', { hasGivenUp: true })]), day);
  });
});

describe('a drill', () => {
  let folder: ReturnType<typeof testFolder>;
  let drills: Drills;
  beforeEach(() => {
    folder = testFolder();
    drills = new Drills(folder.path);
  });
  afterEach(() => folder.remove());

  it('has a folder of its own, which no other drill touches', async () => {
    const first = await beginDrill(drills, 0);
    const { planted } = await plant(first.fault, first.seed);
    assert.deepEqual(readFiles(drills.srcOf(first)), planted);
    writeFileSync(join(drills.srcOf(first), 'mine.ts'), '// what I have found so far');
    assert.equal(drills.open()?.number, 1);
    await giveUp(drills, first, 1);
    assert.equal(drills.open(), undefined);
    const second = await beginDrill(drills, 2);
    assert.notEqual(second.fault, first.fault);
    assert.equal(second.number, 2);
    assert.ok(readFiles(drills.srcOf(first)).has('mine.ts'));
  });

  it('measures the time while its blog runs, over several sittings, and adds the price of signals and wrong claims', async () => {
    const { number, fault, seed } = drills.begin(faultNames()[0]!, 3, 0);
    const drill = await plant(fault, seed);
    const records = new DrillInvestigation(drills, number);
    records.begin(drill, 0);
    records.attempt(drill, false, 2 * minute);
    drills.change(number, { spent: 3 * minute });
    records.signal(drill, 0, 4 * minute);
    records.attempt(drill, true, 5 * minute);
    const price = 5 + drill.signals[0]!.price;
    assert.equal(minutesToEvidence(drills.of(number)!), 5 + price);
    assert.equal(minutesToRepair(drills.of(number)!), null);
    const repaired = drills.change(number, { repaired: 9 * minute, checks: 2 });
    assert.equal(minutesToRepair(repaired), 9 + price);
  });

  it('survives a killed process, and a file that somebody has edited', () => {
    const { number } = drills.begin('a', 3, 0);
    const stopwatch = new Stopwatch(7 * minute, (spent) => drills.change(number, { spent }));
    stopwatch.stop();
    assert.ok(new Drills(folder.path).of(number)!.spent >= 7 * minute);
    writeFileSync(
      join(folder.path, 'drills.json'),
      '{"1":{"fault":7},"x":{},"2":{"fault":"b","seed":1,"begun":0,"spent":0}}',
    );
    assert.deepEqual(
      drills.all().map((one) => one.number),
      [2],
    );
  });

  it('demands the cause before it checks a repair', async () => {
    const first = drills.begin(faultNames()[0]!, 3, 0);
    assert.match(await checkRepair(drills, first, { now: 0 }), /^Name the cause first/);
    assert.equal(drills.of(1)!.checks, 0);
  });

  it('is part of the report, with the name of its fault as soon as it is over', async () => {
    const repository = testFolder();
    try {
      const workshop = new Workshop(repository.path);
      const own = new Drills(workshop.state);
      own.begin('a', 3, day);
      own.change(1, { investigation, repaired: 8 * minute, checks: 2 });
      own.begin('b', 3, 2 * day);
      const { drills: reported } = await reportOf(workshop, 0);
      const first = { fault: 'a', minutesToEvidence: 4, minutesToRepair: 8, claims: 1, checks: 2 };
      const second = { fault: null, minutesToEvidence: null, minutesToRepair: null, claims: 0, checks: 0 };
      assert.deepEqual(reported, [
        { begun: '1970-01-02', ...first, signals: 0, hasGivenUp: false },
        { begun: '1970-01-03', ...second, signals: 0, hasGivenUp: false },
      ]);
    } finally {
      repository.remove();
    }
  });

  it('is named in the list when it is over, and not before', async () => {
    const open = drills.begin(faultNames()[0]!, 3, 0);
    const { kind } = await plant(open.fault, open.seed);
    const view = async () => plain(listView(drills.all(), await kindsOf(drills.all())));
    assert.ok((await view()).endsWith('open'), await view());
    assert.ok(plain(await giveUp(drills, open, 0)).includes(kind));
    assert.ok((await view()).includes(`given up: ${kind}`));
    drills.begin('a-fault-of-an-older-version', 1, 0);
    drills.change(2, { investigation, repaired: 8 * minute });
    assert.match(await view(), /4 min +8 min +1 +0 +repaired: a-fault-of-an-older-version$/);
    assert.match(
      summaryView(drills.all(), 0),
      /^Drills: 1 repaired; .* 4 minutes .* 8 to the repair\. The next one is due on 1970/,
    );
    assert.match(summaryView(drills.all(), 8 * day), /Another one is due: npm run drill$/);
    assert.equal(summaryView([], 0), '');
  });
});
