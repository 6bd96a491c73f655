import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { WriteStream } from 'node:tty';
import { runInNewContext } from 'node:vm';
import { Log, StreamLog, type StreamLogOptions } from './log.ts';

type AnyLine = Record<string, unknown> & { error: Record<string, unknown> };

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }

  get lines(): string[] {
    return this.text.trimEnd().split('\n');
  }
}

/** Claims to be a terminal, and decides about colours as a terminal does. */
class Terminal extends Collector {
  isTTY = true;
  hasColors = WriteStream.prototype.hasColors;
  getColorDepth = WriteStream.prototype.getColorDepth;
}

/** A log and its output so far. */
function record(options: StreamLogOptions & { stream?: Collector } = {}) {
  const stream = options.stream ?? new Collector();
  return {
    log: new StreamLog({ level: 'debug', json: true, ...options, stream }),
    text: () => stream.text,
    line: (index: number) => JSON.parse(stream.lines[index] as string) as AnyLine,
    count: () => stream.lines.length,
  };
}

function levels(text: string): (string | undefined)[] {
  return [...text.matchAll(/"level":"(\w+)"/g)].map((match) => match[1]);
}

/** Runs with these environment variables, without those that are undefined, and restores the old ones. */
function withEnvironment<T>(variables: Record<string, string | undefined>, run: () => T): T {
  const before = { ...process.env };
  try {
    for (const [name, value] of Object.entries(variables)) setVariable(name, value);
    return run();
  } finally {
    for (const name of Object.keys(variables)) setVariable(name, before[name]);
  }
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

const TERMINAL = {
  TERM: 'xterm-256color',
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  // On a build server, Node assumes a terminal without colours.
  CI: undefined,
  NODE_DISABLE_COLORS: undefined,
};

test('not on a terminal: one JSON object per line, with time, level and message first', () => {
  const { log, text, line } = record({ json: undefined });
  const before = new Date().toISOString();
  log.info('listening', { 0: 'zero', port: 3000, host: 'localhost' });
  log.error('failed');
  assert.match(
    text(),
    /^\{"time":"[^"]+","level":"info","message":"listening","0":"zero","port":3000,"host":"localhost"\}\n\{"time"/,
  );
  const time = String(line(0).time);
  assert.ok(time >= before && time <= new Date().toISOString());
  assert.deepEqual(Object.keys(line(1)), ['time', 'level', 'message']);
});

test('on a terminal: readable lines', () => {
  const { log, text } = record({ stream: new Terminal(), json: undefined });
  withEnvironment({ ...TERMINAL, NO_COLOR: '1' }, () => {
    log.warn('login failed', { email: 'ada@example.com', tries: 3, reason: 'wrong password', tags: ['a', 'b'] });
    log.info('done', { empty: '', none: null, 'odd name': true, name: 'Zoë' });
  });
  assert.match(
    text(),
    /^\d\d:\d\d:\d\d warn {2}login failed email=ada@example.com tries=3 reason="wrong password" tags=\["a","b"\]\n/,
  );
  assert.match(text(), /\n\d\d:\d\d:\d\d info {2}done empty="" none=null "odd name"=true name=Zoë\n$/);
});

test('on a terminal: coloured, unless NO_COLOR asks for plain text', () => {
  for (const [variables, colored] of [
    [TERMINAL, true],
    [{ ...TERMINAL, NO_COLOR: '1' }, false],
    [{ ...TERMINAL, TERM: 'dumb' }, false],
  ] as const) {
    const { log, text } = record({ stream: new Terminal(), json: undefined });
    withEnvironment(variables, () => log.error('failed', { error: new Error('reason'), n: 1 }));
    assert.equal(text().includes('\x1b['), colored, JSON.stringify(variables));
  }
  const { log, text } = record({ json: false });
  log.info('text, but to no terminal');
  assert.ok(!text().includes('\x1b['));
});

test('each level lets through itself and everything more severe', () => {
  const all = ['debug', 'info', 'warn', 'error'] as const;
  for (const [level, expected] of [
    ['debug', all],
    ['info', all.slice(1)],
    ['warn', all.slice(2)],
    ['error', all.slice(3)],
    ['silent', []],
  ] as const) {
    const { log, text } = record({ level });
    for (const name of all) log[name]('message');
    for (const name of all) log.child({ child: true })[name]('message');
    assert.deepEqual(levels(text()), [...expected, ...expected], level);
  }
});

test('the level comes from LOG_LEVEL, and is info by default', () => {
  for (const [LOG_LEVEL, expected] of [
    [undefined, ['info']],
    ['', ['info']],
    ['debug', ['debug', 'info']],
    ['DEBUG ', ['debug', 'info']],
    ['error', []],
  ] as const) {
    const { log, text } = withEnvironment({ LOG_LEVEL }, () => record({ level: undefined }));
    log.debug('a');
    log.info('b');
    assert.deepEqual(levels(text()), expected);
  }
});

test('an unknown LOG_LEVEL is reported once, and info is used', () => {
  const { log, line, count } = withEnvironment({ LOG_LEVEL: 'loud' }, () => record({ level: undefined }));
  log.child({}).debug('not written');
  assert.equal(count(), 1);
  assert.equal(line(0).message, 'Unknown log level "loud", using info.');
  assert.equal(line(0).known, 'debug, info, warn, error, silent');
});

test('it needs no arguments and writes to standard error', () => {
  const log = withEnvironment({ LOG_LEVEL: undefined }, () => new StreamLog());
  assert.ok(log instanceof Log);
  const write = process.stderr.write;
  const written: string[] = [];
  process.stderr.write = ((text: string) => written.push(text)) as unknown as typeof write;
  try {
    log.info('hello');
  } finally {
    process.stderr.write = write;
  }
  assert.match(written.join(), /^[^\n]*hello[^\n]*\n$/);
});

test('a child adds its fields to every line, and its children add theirs', () => {
  const { log, line } = record();
  const request = log.child({ request_id: 'r-1' });
  request.child({ user_id: 'u-1' }).info('a', { n: 1 });
  request.info('b');
  log.info('c');
  assert.deepEqual(
    [0, 1, 2].map(line).map(({ time, level, ...rest }) => rest),
    [{ message: 'a', request_id: 'r-1', user_id: 'u-1', n: 1 }, { message: 'b', request_id: 'r-1' }, { message: 'c' }],
  );
});

test('a child keeps its fields, even if the object changes later', () => {
  const { log, line } = record();
  const fields = { user_id: 'u-1' };
  const child = log.child(fields);
  fields.user_id = 'u-2';
  child.info('a');
  assert.equal(line(0).user_id, 'u-1');
});

test('a field whose name is already used gets an underscore, so that nothing is forged and nothing is lost', () => {
  const { log, line } = record();
  const forged = JSON.parse('{"time":"never","level":"error","message":"forged","user_id":"u-2","user_id_":"u-3"}');
  log.child({ user_id: 'u-1', level: 'child' }).info('real', { ...forged, ['__proto__']: 1 });
  const { time, ...rest } = line(0);
  assert.notEqual(time, 'never');
  assert.deepEqual(Object.entries(rest), [
    ['level', 'info'],
    ['message', 'real'],
    ['user_id', 'u-1'],
    ['level_', 'child'],
    ['time_', 'never'],
    ['level__', 'error'],
    ['message_', 'forged'],
    ['user_id_', 'u-2'],
    ['user_id__', 'u-3'],
    ['__proto__', 1],
  ]);
});

test('undefined fields are omitted, and their names stay free', () => {
  const { log, line } = record();
  log.child({ user_id: undefined }).info('a', { user_id: 'u-1', other: undefined, gone: { toJSON: () => undefined } });
  assert.deepEqual(Object.keys(line(0)), ['time', 'level', 'message', 'user_id']);
});

test('an error is written with its name, message, stack, own properties and causes', () => {
  const { log, line } = record();
  const cause = new RangeError('inner', { cause: 'a text' });
  const error = Object.assign(new TypeError('outer', { cause }), { code: 'E_OUTER' });
  log.error('failed', { error, list: [new Error('in a list')] });
  assert.deepEqual(line(0).error, {
    name: 'TypeError',
    message: 'outer',
    stack: error.stack,
    code: 'E_OUTER',
    cause: { name: 'RangeError', message: 'inner', stack: cause.stack, cause: 'a text' },
  });
  assert.equal((line(0).list as AnyLine[])[0]?.message, 'in a list');
});

test('an error is recognised from another realm, in an AggregateError, and in place of the fields', () => {
  const { log, line } = record();
  log.error('a', { error: runInNewContext('new TypeError("foreign")') });
  log.error('b', { error: new AggregateError([new Error('one'), 'two'], 'many') });
  log.error('c', new Error('misplaced') as never);
  assert.equal(line(0).error.name, 'TypeError');
  const [one, two] = line(1).error.errors as AnyLine[];
  assert.deepEqual([one?.message, two], ['one', 'two']);
  assert.equal(line(2).error.message, 'misplaced');
});

test('on a terminal, an error follows its line, indented, with its causes', () => {
  const { log, text } = record({ json: false });
  const cause = Object.assign(new Error('inner'), { stack: 'Error: inner\n    at inside (b.ts:2:2)' });
  const error = Object.assign(new TypeError('outer', { cause }), {
    code: 'E_OUTER',
    stack: 'TypeError: outer\n    at first (a.ts:1:1)\n    at second (a.ts:2:2)',
  });
  const group = Object.assign(new AggregateError([cause, 'a string'], 'many'), { stack: undefined });
  const long = Object.assign(new Error('two\nlines'), { stack: 'Error: two\nlines\n    at third (c.ts:3:3)\n' });
  log.error('failed', { error, tries: 3, group, long });
  assert.equal(
    text().slice('00:00:00 '.length),
    [
      'error failed tries=3',
      '  error: TypeError: outer {"code":"E_OUTER"}',
      '    at first (a.ts:1:1)',
      '    at second (a.ts:2:2)',
      '  cause: Error: inner',
      '    at inside (b.ts:2:2)',
      '  group: AggregateError: many',
      '  errors[0]: Error: inner',
      '    at inside (b.ts:2:2)',
      '  errors[1]: "a string"',
      '  long: Error: two\\nlines',
      '    at third (c.ts:3:3)',
      '',
    ].join('\n'),
  );
});

test('user input cannot forge a second line or control the terminal', () => {
  const attacks = [
    '\n12:00:00 info  forged',
    '\r\x1b[2K12:00:00 info  forged',
    '\x1b]0;title\x07',
    '\x9b2J',
    '\x7f\b\0\v\f\x85',
    '\u2028forged\u2029',
    '\u202eoverride\u2066isolate\u2069',
  ];
  for (const json of [true, false]) {
    for (const attack of attacks) {
      const { log, text, line, count } = record({ json });
      log.child({ [attack]: attack }).info(attack, { text: attack, list: [attack], nested: { [attack]: attack } });
      assert.equal(text().indexOf('\n'), text().length - 1, 'one line');

      const error = Object.assign(new Error(attack, { cause: attack }), { name: attack, code: attack });
      error.stack = `${attack}: ${attack}\n    at ${attack}`;
      log.info('an error', { [`error${attack}`]: error });
      assert.doesNotMatch(text().replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      if (json) {
        assert.equal(count(), 2);
        assert.equal(line(0).message, attack, 'parsing the line returns the original message');
      } else {
        const starts = text().match(/^(?! {2})./gm);
        assert.equal(starts?.length, 2, 'one line in the first column for each call');
      }
    }
  }
});

test('on a terminal, a string cannot look like another field', () => {
  const { log, text } = record({ json: false });
  log.info('a', { name: 'x role=admin', 'b=c': 1, quote: '"' });
  assert.equal(text().slice('00:00:00 '.length), 'info  a name="x role=admin" "b=c"=1 quote="\\""\n');
});

function refuse(): never {
  throw new Error('no');
}
const HOSTILE = new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse, has: refuse });

test('it never throws, whatever a field contains, and the rest of the line is written', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.self = circle;
  circle.list = [circle];
  const hostileError = new Error('hostile');
  for (const name of ['stack', 'name', 'message', 'cause']) Object.defineProperty(hostileError, name, { get: refuse });
  const oddError = Object.assign(new Error('odd'), { name: { a: 1 }, stack: [1], errors: { email: 'taken' } });
  const selfCaused = new Error('ouroboros');
  selfCaused.cause = selfCaused;
  const revocable = Proxy.revocable({}, {});
  revocable.revoke();
  const getter = Object.defineProperty({ ok: 1 }, 'broken', { get: refuse, enumerable: true });
  const returnsItself = {
    a: 1,
    toJSON() {
      return this;
    },
  };
  const values: [unknown, unknown][] = [
    [circle, { name: 'circle', self: '[circular]', list: ['[circular]'] }],
    [12n, '12'],
    [Symbol('s'), 'Symbol(s)'],
    [refuse, '[function refuse]'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [new Date(Number.NaN), null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [getter, { ok: 1, broken: '[unreadable]' }],
    [{ toJSON: refuse }, '[unreadable]'],
    [JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
    [returnsItself, { a: 1, toJSON: '[function toJSON]' }],
    [HOSTILE, '[unreadable]'],
    [revocable.proxy, '[unreadable]'],
    [
      { inside: HOSTILE, ok: 1 },
      { inside: '[unreadable]', ok: 1 },
    ],
    [hostileError, { name: '[unreadable]', message: '[unreadable]', stack: '[unreadable]', cause: '[unreadable]' }],
    [oddError, { name: { a: 1 }, message: 'odd', stack: [1], errors: { email: 'taken' } }],
    [selfCaused, { name: 'Error', message: 'ouroboros', stack: selfCaused.stack, cause: '[circular]' }],
    [new Map([['a', new Set([1])]]), [['a', [1]]]],
    [Buffer.from('secret'), '[Buffer, 6 bytes]'],
    [Object.create(null), {}],
    ['\ud800', '\ud800'],
  ];
  for (const [value, expected] of values) {
    const { log, line, count } = record();
    log.info('a', { before: 1, value, ok: true });
    log.child({ before: 1, value }).info('b', { ok: true });
    assert.equal(count(), 2);
    for (const index of [0, 1]) {
      const { before, value: logged, ok } = line(index);
      assert.deepEqual({ before, logged, ok }, { before: 1, logged: expected, ok: true });
    }
    const readable = record({ json: false });
    readable.log.info('a', { before: 1, value, ok: true });
    assert.match(readable.text(), /^\S+ info {2}a before=1 (value=.+ ok=true\n|ok=true\n {2}value: .)/);
  }
});

test('it never throws, whatever is passed as message and fields', () => {
  const { log, line, count } = record();
  log.info('hostile fields', HOSTILE);
  log.child(HOSTILE).info('hostile child');
  log.info('a hostile getter', Object.defineProperty({ ok: 1 }, 'broken', { get: refuse, enumerable: true }));
  log.info(HOSTILE as string);
  log.info(undefined as never);
  log.info(7n as never, null as never);
  assert.equal(count(), 6);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((index) => line(index).message),
    ['hostile fields', 'hostile child', 'a hostile getter', '[unreadable]', 'undefined', '7'],
  );
  assert.deepEqual([line(2).ok, line(2).broken], [1, '[unreadable]']);
});

test('a line is bounded in depth, number of values and length of strings', () => {
  const { log, line, text, count } = record();
  let deep: unknown = 'bottom';
  for (let i = 0; i < 100_000; i++) deep = { deep };
  const wide = Array.from({ length: 100_000 }, (_, i) => i);
  const names = Object.fromEntries(wide.map((i) => [`name${i}`, i]));
  log.info('x'.repeat(10_000_000), { deep });
  log.info('wide', { wide });
  log.info('names', { names });
  log.info('many fields', names);
  log.info('a long name', { ['n'.repeat(1_000_000)]: { ['m'.repeat(1_000_000)]: 1 } });
  log.info('texts', { list: Array.from({ length: 900 }, () => 'y'.repeat(10_000)) });
  assert.equal(count(), 6);
  for (const { length } of text().split('\n')) assert.ok(length < 150_000, `${length} characters`);
  assert.match(String(line(0).message), /^x{16384}… \(9983616 more characters\)$/);
  assert.match(JSON.stringify(line(0).deep), /^(\{"deep":){8}"\[…\]"\}{8}$/);
  assert.equal((line(1).wide as unknown[]).at(-1), '…');
  assert.equal((line(2).names as AnyLine)['…'], '…');
  assert.equal(line(3)['…'], 'fields omitted: the line is too long');
});

test('a line below the level reads no fields', () => {
  const { log } = record({ level: 'info' });
  let reads = 0;
  const fields = {
    get costly() {
      return ++reads;
    },
  };
  log.debug('a', fields);
  assert.equal(reads, 0);
  log.info('b', fields);
  assert.equal(reads, 1);
});

test('a stream that fails, has ended or throws does not stop the program', async () => {
  const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const log = new StreamLog({ stream: failing, level: 'info' });
  log.info('a');
  await new Promise((resolve) => failing.on('close', resolve));
  log.info('b');

  const ended = new PassThrough();
  const later = new StreamLog({ stream: ended, level: 'info' });
  ended.end();
  later.info('a');
  await new Promise((resolve) => ended.on('close', resolve).resume());

  const throwing = Object.assign(new PassThrough(), { write: refuse });
  new StreamLog({ stream: throwing, level: 'info' }).info('a');
});

test('many logs on one stream add one listener', () => {
  const stream = new PassThrough();
  for (let i = 0; i < 20; i++) new StreamLog({ stream }).child({ i });
  assert.equal(stream.listenerCount('error'), 1);
});

test('a program whose standard error is closed keeps running', { timeout: 20_000 }, async () => {
  const program = `
    import { StreamLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    process.stdin.once('data', () => {
      const log = new StreamLog({ level: 'info' });
      for (let i = 0; i < 1000; i++) log.info('into the void', { i });
      setImmediate(() => setImmediate(() => process.stdout.write('alive', () => process.exit(0))));
    });
    process.stdout.write('ready');
  `;
  const arguments_ = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', program];
  const child = spawn(process.execPath, arguments_, { stdio: 'pipe' });
  const exit = once(child, 'close');
  assert.equal(String((await once(child.stdout, 'data'))[0]), 'ready');
  child.stderr.destroy();
  await once(child.stderr, 'close');
  let rest = '';
  child.stdout.on('data', (chunk) => {
    rest += chunk;
  });
  child.stdin.write('go');
  assert.deepEqual(await exit, [0, null]);
  assert.equal(rest, 'alive');
});
