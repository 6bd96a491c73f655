import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testFolder } from '../test-folder.fixture.ts';
import type { Item } from './board.ts';
import { complaintItems, queryItem, trailItem } from './found.ts';
import { type Entry, Journal } from './journal.ts';
import { flawOf, parseTimeline } from './timeline.ts';
import { complaintsView } from './views.ts';

const start = Date.UTC(2026, 2, 1, 18);
const minute = 60_000;
const entry = (number: number, kind: Entry['kind'], at: number, since = at): Entry => ({
  id: `E${number}`,
  kind,
  text: `what E${number} shows`,
  at: start + at * minute,
  since: start + since * minute,
});
const journal = [
  entry(1, 'page', 0),
  entry(2, 'mitigation', 2),
  entry(3, 'proof', 9, 1),
  entry(4, 'restart', 15),
  entry(5, 'look', 16),
  entry(6, 'look', 12),
];

const text = `# Timeline

Incident: cold-oven

| time | kind | what | evidence |
|---|---|---|---|
| 2026-03-01 18:00:00 | detection | a customer finds no bread | E1 |
| 2026-03-01 18:01:00 | Damage | the first loaf stays raw | e3 |
| 2026-03-01 18:02:00 | mitigation | the shop sells rolls instead | E2 |
| 2026-03-01T18:09:00Z | diagnosis | the oven has no gas | E3 |
| 2026-03-01 18:15 | repair | a new bottle of gas | E4 |
| 2026-03-01 18:16:00 | recovery | the oven is hot again | E5 |

## Impact

For 15 minutes, nobody got any bread.

## Actions

- Weigh the bottle every evening.
`;

const flaw = (changed: string) => flawOf(parseTimeline(changed), journal);

describe('a timeline', () => {
  it('is read from a table and two sections', () => {
    const { incident, lines, impact, actions } = parseTimeline(text);
    assert.equal(incident, 'cold-oven');
    assert.equal(lines.length, 6);
    assert.deepEqual(lines[1], {
      time: '2026-03-01 18:01:00',
      kind: 'damage',
      what: 'the first loaf stays raw',
      evidence: 'e3',
    });
    assert.equal(impact, 'For 15 minutes, nobody got any bread.');
    assert.deepEqual(actions, ['- Weigh the bottle every evening.']);
  });

  it('has no flaw if it is complete, in order, and supported', () => {
    assert.equal(flaw(text), undefined);
  });

  const flaws: [rule: string, from: string | RegExp, to: string, problem: RegExp][] = [
    ['a time is in UTC and complete', '2026-03-01 18:02:00', '18:02', /"18:02" can't be read/],
    ['a day exists', '2026-03-01 18:02:00', '2026-03-41 18:02:00', /can't be read/],
    ['the times are in order', '2026-03-01 18:01:00', '2026-03-01 18:03:00', /18:02:00 comes after a later time/],
    ['an entry is a sentence', 'the oven has no gas', 'gas', /says "gas"/],
    ['an entry has evidence', '| E2 |', '| |', /refers to ""/],
    ['the evidence is in the journal', '| E2 |', '| E20 |', /refers to "E20"/],
    ['a time lies before the end of what the evidence shows', '18:09:00Z', '18:10:00Z', /about 2026-03-01 18:01:00 to/],
    [
      'a time lies after the beginning of what the evidence shows',
      '18:01:00 | D',
      '18:00:59 | D',
      /E3, which is about/,
    ],
    ['every kind is there', 'mitigation', 'other', /No entry is a mitigation/],
    ['a proof supports the diagnosis', /18:09:00Z(.*)E3/, '18:12:00Z$1E6', /evidence of the diagnosis, E6/],
    [
      'somebody notices before anything is done',
      /(\| [^|]* \| detection .*\n)(.*\n)(.*\n)/,
      '$2$3',
      /No entry is a detection/,
    ],
    [
      'the recovery is shown after the repair',
      /\| 2026-03-01 18:16:00(.*)E5/,
      '| 2026-03-01 18:15$1E6',
      /refers to E6/,
    ],
    ['the impact has a number', 'For 15 minutes, n', 'N', /The section Impact says/],
    ['the impact is there', /For 15.*/, '', /Impact is empty/],
    ['there is an action', '- Weigh', 'Weigh', /Actions has no entry/],
    ['an action is more than a word', 'Weigh the bottle every evening.', 'Care.', /An action says "- Care."/],
  ];
  for (const [rule, from, to, problem] of flaws) {
    it(`is refused unless ${rule}`, () => {
      const changed = text.replace(from, to);
      assert.notEqual(changed, text);
      assert.match(flaw(changed)?.problem ?? 'no flaw', problem);
    });
  }

  it('is refused if the evidence of the recovery is older than the repair', () => {
    const early = journal.map((one) => (one.id === 'E4' ? { ...one, at: start + 17 * minute } : one));
    assert.match(
      flawOf(parseTimeline(text), early)?.problem ?? '',
      /E5, the evidence of the recovery, was noted before E4/,
    );
  });
});

describe('the cause of a flaw', () => {
  const causeOf = (changed: string, entries = journal) => flawOf(parseTimeline(changed), entries)?.cause ?? 'no flaw';

  it('is the evidence and not the time if the evidence could support no time', () => {
    const noted = text.replace(/18:09:00Z(.*)E3/, '18:09:00Z$1E6');
    assert.match(causeOf(noted), /E6 is something that you have noted. It shows another thing/);
  });

  it('is the time if it is local, too early or too late', () => {
    assert.match(causeOf(text.replace('18:16:00', '20:16:00')), /local: it is 2 hours from UTC/);
    assert.match(causeOf(text.replace('18:16:00', '18:16:30')), /E5 was written down at 2026-03-01 18:16:00/);
    assert.match(causeOf(text.replace('18:01:00 | D', '18:00:59 | D')), /nothing that E3 shows happened before/);
  });

  it('is what the evidence of the recovery shows instead', () => {
    const changed = (change: Partial<Entry>) => journal.map((one) => (one.id === 'E5' ? { ...one, ...change } : one));
    assert.match(causeOf(text, changed({ text: 'C1 No bread.' })), /E5 is a complaint/);
    assert.match(causeOf(text, changed({ showsFault: true })), /the fault is still there/);
    const old = changed({ showsFault: true, since: start });
    assert.match(causeOf(text, old), /It begins before the repair/);
  });
});

describe('the journal', () => {
  it('numbers its entries, keeps them, and knows when the first line of a trail was written', () => {
    const folder = testFolder();
    try {
      const file = join(folder.path, 'journal.json');
      new Journal(file).add({ kind: 'page', text: 'No bread.', at: start });
      const rows = [{ time: new Date(start - minute).toISOString() }, { time: 'no time' }];
      const item: Item = { id: 'T1', kind: 'trail', text: 'oven-1', values: {}, rows };
      new Journal(file).addItem('proof', item, start + minute);
      const line: Item = { id: 'K1', kind: 'line', text: `{"time":"${new Date(start).toISOString()}"}`, values: {} };
      new Journal(file).addItem('look', line, start + minute, true);
      assert.deepEqual(new Journal(file).entries(), [
        { id: 'E1', kind: 'page', text: 'No bread.', at: start, since: start },
        { id: 'E2', kind: 'proof', text: 'T1 oven-1', at: start + minute, since: start - minute },
        { id: 'E3', kind: 'look', text: `K1 ${line.text}`, at: start + minute, since: start, showsFault: true },
      ]);
    } finally {
      folder.remove();
    }
  });
});

describe('what was found', () => {
  it("a trail has every line with exactly this value, of all logs, in the order of their times, and messages don't count", () => {
    const line = (second: number, fields: object) =>
      JSON.stringify({ time: `2026-03-01T18:00:0${second}Z`, ...fields });
    const lines = [
      line(3, { loan: 'loan-1' }),
      line(1, { book: 'loan-1' }),
      line(2, { loan: 'loan-17' }),
      line(4, { level: 'loan-1', message: 'loan-1' }),
      'loan-1, no JSON',
    ];
    const {
      id,
      text: value,
      rows = [],
    } = trailItem('T1', 'loan-1', lines, [{ time: '2026-03-01T18:00:02Z', of: 'loan-1' }]);
    assert.deepEqual([id, value], ['T1', 'loan-1']);
    assert.deepEqual(
      rows.map(({ time, ...rest }) => rest),
      [{ book: 'loan-1' }, { of: 'loan-1' }, { loan: 'loan-1' }],
    );
  });

  it('shows the newest complaints first, with the request', () => {
    const complaints = Array.from({ length: 10 }, (_, number) => ({
      time: `${number}`,
      since: number,
      text: 'No bread.',
      request_id: `r${number}`,
    }));
    const items = complaintItems(complaints);
    assert.deepEqual([items.length, items[0]?.id, items[0]?.rows?.[0]?.request_id], [8, 'C1', 'r9']);
    const text = complaintsView(complaintItems([...complaints, { ...complaints[0]!, text: 'Old bread.' }], 5));
    assert.match(text, /since the last restart:\n.*C1.*r9(.*\n){5}\nAbout what had happened before:\n.*C6.*Old bread/);
    assert.match(complaintsView(complaintItems(complaints, 20)), /since the last restart:\n {2}Nobody has written/);
  });

  it('a query has its rows', () => {
    assert.deepEqual(queryItem('Q2', 'select 1 as one', [{ one: 1 }]).values, { rows: 1 });
  });
});
