import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testFolder } from '../test-folder.fixture.ts';
import { type Board, frameItems, type Item, linesOf, logItems, metricItems, statementItems } from './board.ts';
import { Console } from './console.ts';
import { judge } from './evidence.ts';
import { type Incident, incident, lettered } from './incident.ts';
import { minutesOf, Records } from './record.ts';
import { parse, quantiles } from './samples.ts';
import { metricShows } from './shown.ts';

const bakery: Incident = incident('file:///repository/solutions/99-bakery/incidents/cold-oven.ts', {
  step: 1,
  page: { from: 'a customer', text: 'No bread.' },
  seed: async () => {},
  users: [],
  signals: [
    { from: 'the miller', price: 4, text: 'There is flour.' },
    { from: 'the neighbour', price: 8, text: 'The shop is dark.' },
  ],
  causes: [
    { claim: 'Many statements.', proves: ({ values }) => values.perRequest! > 10, wouldShow: 'A statement repeats.' },
    { claim: 'No heat.', wouldShow: 'the heap would be small.', shows: metricShows('heap', 'the heap') },
    { claim: 'No flour.', wouldShow: 'there would be none.' },
  ],
});

const letterOf = (claim: string) => [...lettered(bakery)].find(([, cause]) => cause.claim === claim)![0];
const item = (id: string, values: Record<string, number>, text = id): Item => ({ id, kind: 'metric', text, values });

describe('an incident', () => {
  it('is named after its file and its chapter, and has exactly one true cause', () => {
    assert.deepEqual([bakery.chapter, bakery.name], ['99-bakery', 'cold-oven']);
    const causes = bakery.causes.map((cause) => ({ ...cause, proves: () => true }));
    assert.throws(() => incident('file:///a/b/incidents/c.ts', { ...bakery, causes }), /3 true causes/);
    assert.throws(() => incident('file:///a/b/incidents/c.ts', { ...bakery, causes: [] }), /0 true causes/);
  });

  it('gives every cause a letter, in the same order each time', () => {
    assert.deepEqual([...lettered(bakery).keys()], ['a', 'b', 'c']);
    assert.deepEqual([...lettered(bakery)], [...lettered(bakery)]);
  });
});

describe('evidence', () => {
  const board = [
    item('S1', { perRequest: 30 }),
    item('S2', { perRequest: 1 }),
    item('M1', { value: 31.04 }, 'heap [MB]'),
  ];

  it('proves the true cause, and only that', () => {
    assert.equal(judge(bakery, letterOf('Many statements.'), 'S1', board).isProven, true);
    assert.equal(judge(bakery, letterOf('Many statements.'), 'S2', board).isProven, false);
    const { isProven, isClaim, says } = judge(bakery, letterOf('No heat.'), 'S1', board);
    assert.deepEqual([isProven, isClaim], [false, true]);
    assert.equal(says, 'If this were the cause: the heap would be small.\nWhat the instruments show: the heap is 31.');
  });

  it('says only what would be visible if the instrument has not been looked at', () => {
    const { says } = judge(bakery, letterOf('No heat.'), 'S1', board.slice(0, 2));
    assert.equal(says, 'If this were the cause: the heap would be small.');
  });

  it('a cause or an item that does not exist is not a claim', () => {
    assert.equal(judge(bakery, 'z', 'S1', board).isClaim, false);
    assert.equal(judge(bakery, 'a', 'S9', board).isClaim, false);
  });
});

describe('a wrong claim', () => {
  it('costs minutes, and the evidence has to be looked at again', async () => {
    const folder = testFolder();
    try {
      const printed: string[] = [];
      const typed = [`because ${letterOf('No flour.')} S1`, `because ${letterOf('Many statements.')} S1`, 'quit'];
      const terminal = { width: 100, ask: async () => typed.shift(), print: (text: string) => printed.push(text) };
      let board: Board = [item('S1', { perRequest: 30 })];
      const running = {
        get board() {
          return board;
        },
        forget() {
          board = [];
        },
      };
      const records = new Records(join(folder.path, '.workshop'));
      await new Console({
        incident: bakery,
        running: running as never,
        records: records as never,
        terminal: terminal as never,
        now: () => 0,
        next: '',
      }).run();
      assert.match(printed[0]!, /That cost 5 minutes, and the next wrong claim costs 10.*\n.*look again/s);
      assert.match(printed[1]!, /No instrument shows S1 now/);
      assert.equal(records.of(bakery)?.proven, undefined);
    } finally {
      folder.remove();
    }
  });
});

describe('the record of an incident', () => {
  it('adds up the price of signals and of wrong claims, each twice that of the one before, and ends with the proof', () => {
    const folder = testFolder();
    try {
      const records = new Records(join(folder.path, '.workshop'));
      const minute = 60_000;
      records.begin(bakery, 0);
      records.begin(bakery, 5 * minute);
      records.signal(bakery, 0, minute);
      records.signal(bakery, 0, minute);
      records.attempt(bakery, false, 2 * minute);
      records.attempt(bakery, false, 3 * minute);
      records.attempt(bakery, true, 7 * minute);
      records.attempt(bakery, false, 8 * minute);
      records.signal(bakery, 1, 9 * minute);
      const record = records.of(bakery)!;
      assert.deepEqual(record, { begun: 0, attempts: 3, signals: [0, 1], price: 19, proven: 7 * minute });
      assert.equal(minutesOf(record, 100 * minute), 26);
      records.forget(bakery);
      assert.equal(records.of(bakery), undefined);
    } finally {
      folder.remove();
    }
  });
});

describe('the board', () => {
  it('has the same lines of the log whichever instrument shows them', () => {
    const line: Item = { ...item('K1', {}, '{"message":"baked","loaf":7}'), kind: 'line' };
    const trail: Item = { ...item('T1', {}, '7'), kind: 'trail', rows: [{ message: 'baked', loaf: 7 }] };
    assert.deepEqual(linesOf(line), linesOf(trail));
    assert.deepEqual([linesOf({ ...line, text: 'no JSON' }), linesOf(item('M1', {}))], [[{}], []]);
  });

  it('shows statements by their total time, with their calls for each request', () => {
    const statement = { longest: 0, errors: 0 };
    const items = statementItems(
      [
        { ...statement, sql: 'select 1', calls: 2, ms: 1, rows: 2 },
        { ...statement, sql: 'select 2', calls: 50, ms: 20, rows: 100 },
      ],
      5,
    );
    assert.deepEqual(
      items.map(({ id, text, values }) => [id, text, values.perRequest, values.mean, values.rows]),
      [
        ['S1', 'select 2', 10, 0.4, 2],
        ['S2', 'select 1', 0.4, 0.5, 1],
      ],
    );
  });

  it('computes metrics from two scrapes, after a restart as well', () => {
    const before = parse(
      'http_requests_total{method="GET",route="/a",status="200"} 100\ndb_query_duration_seconds_count 1000',
    );
    const after = parse(`http_requests_total{method="GET",route="/a",status="200"} 30
http_requests_total{method="GET",route="/a",status="500"} 10
# a comment
db_query_duration_seconds_count 1400
db_query_duration_seconds_sum 2
db_connections{state="waiting"} 3
db_connections{state="used"} 1`);
    const items = metricItems({ before, after, seconds: 10 });
    const value = (name: string) => items.find(({ text }) => text.startsWith(name))?.values.value;
    assert.equal(value('requests per second'), 4);
    assert.equal(value('share of requests that fail'), 25, 'in percent, as its unit says');
    assert.equal(value('statements per request'), 10);
    assert.equal(value('mean duration of a statement'), 0.005);
    assert.equal(value('callers that wait'), 3);
    assert.equal(value('hits of the front page cache'), undefined);
  });

  it('estimates quantiles as Prometheus does', () => {
    const text = (counts: number[]) =>
      ['0.1', '0.25', '0.5', '+Inf'].map((le, at) => `d_bucket{le="${le}",route="/a"} ${counts[at]}`).join('\n');
    const grown = (counts: number[], q: number) =>
      quantiles(parse(text([0, 0, 0, 0])), parse(text(counts)), 'd', q, ({ route = '' }) => route).get('/a');
    assert.equal(grown([190, 196, 200, 200], 0.99), 0.375);
    assert.equal(grown([0, 0, 0, 5], 0.5), 0.5);
    assert.equal(grown([0, 0, 0, 0], 0.5), undefined);
  });

  it('shows functions by the time in them, each once for a recursive call, and without the profiler', () => {
    const frame = (id: number, functionName: string, url: string, children: number[] = []) => ({
      id,
      callFrame: { functionName, url },
      children,
    });
    const items = frameItems({
      nodes: [
        frame(1, '(root)', '', [2, 5]),
        frame(2, 'list', 'file:///r/chapters/30-slow/src/posts/posts.ts?x=1', [3]),
        frame(3, 'list', 'file:///r/chapters/30-slow/src/posts/posts.ts?x=1', [4]),
        frame(4, 'hash', 'node:crypto'),
        frame(5, 'post', 'node:inspector'),
      ],
      samples: [4, 4, 3, 5],
      timeDeltas: [10, 10, 20, 500],
    });
    assert.deepEqual(
      items.map(({ text, values }) => [text, values.own, values.total]),
      [
        ['list posts/posts.ts', 50, 100],
        ['hash node:crypto', 50, 50],
      ],
    );
  });

  it('groups the lines of the log, and counts those of the same second', () => {
    const line = (second: number, message: string, more = '') =>
      `{"time":"2026-01-01T00:00:0${second}.5Z","level":"info","message":"${message}"${more}}`;
    const route = ',"method":"GET","route":"/posts","status":200';
    const lines = [line(1, 'loaded'), line(1, 'loaded'), line(2, 'loaded'), line(1, 'request', route), 'no JSON'];
    assert.deepEqual(
      logItems(lines).map(({ text, values }) => [text, values.count, values.inOneSecond]),
      [
        ['loaded', 3, 2],
        ['request · GET /posts 200', 1, 1],
      ],
    );
  });
});
