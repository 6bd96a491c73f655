import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { RawConnection } from '../fixtures/raw-connection.ts';
import type { Handler } from '../routing/route.ts';
import type { Context } from './context.ts';
import { HttpError } from './errors.ts';

/** One thing that a handler may do with its request, and the status that a well-behaved client gets; 0 if it gets none. */
export interface HandlerCase {
  readonly name: string;
  readonly status: number;
  readonly handler: Handler;
}

/** A destination for bytes that nobody needs. */
const sink = () => new Writable({ write: (_chunk, _encoding, done) => setImmediate(done) });

const readers: HandlerCase[] = [
  { name: 'reads nothing', status: 200, handler: () => 'ok' },
  { name: 'reads nothing and waits', status: 200, handler: async (ctx) => wait(20, 'ok', { signal: ctx.signal }) },
  { name: 'body()', status: 200, handler: async (ctx) => (await ctx.request.body()).length },
  {
    name: 'body() late',
    status: 200,
    handler: (ctx) =>
      wait(20)
        .then(() => ctx.request.body())
        .then(String),
  },
  {
    name: 'body() without await',
    status: 200,
    handler(ctx) {
      void ctx.request.body();
      return 'ok';
    },
  },
  {
    name: 'bind() without await',
    status: 200,
    handler(ctx) {
      void ctx.bind(class {});
      return 'ok';
    },
  },
  {
    name: 'stream() in a pipeline',
    status: 200,
    async handler(ctx) {
      await pipeline(ctx.request.stream(), sink());
      return 'ok';
    },
  },
  {
    name: 'stream() in a late pipeline',
    status: 200,
    async handler(ctx) {
      const body = ctx.request.stream();
      await wait(20);
      await pipeline(body, sink());
      return 'ok';
    },
  },
  {
    name: 'stream().pipe() without a listener',
    status: 200,
    async handler(ctx) {
      const file = sink();
      ctx.request.stream().pipe(file);
      await once(file, 'finish', { signal: ctx.signal });
      return 'ok';
    },
  },
  {
    name: 'stream().pipe() and an early response',
    status: 200,
    handler(ctx) {
      ctx.request.stream().pipe(sink());
      return 'ok';
    },
  },
  {
    name: 'stream() that is never read',
    status: 200,
    handler(ctx) {
      ctx.request.stream();
      return 'ok';
    },
  },
  {
    name: 'stream() that is destroyed',
    status: 200,
    handler(ctx) {
      ctx.request.stream().destroy(new Error('not wanted'));
      return 'ok';
    },
  },
  {
    name: 'the first chunk of stream(), and then no more',
    status: 200,
    async handler(ctx) {
      const body = ctx.request.stream();
      await once(body, 'readable', { signal: ctx.signal });
      body.read(1);
      return 'ok';
    },
  },
  {
    name: 'stream() in a loop that stops',
    status: 200,
    async handler(ctx) {
      for await (const _chunk of ctx.request.stream()) break;
      return 'ok';
    },
  },
  { name: 'stream() twice', status: 500, handler: (ctx) => [ctx.request.stream(), ctx.request.stream()].length },
  {
    name: 'stream() after body()',
    status: 500,
    async handler(ctx) {
      await ctx.request.body();
      for await (const _chunk of ctx.request.stream());
      return 'ok';
    },
  },
  {
    name: 'body() after stream()',
    status: 500,
    async handler(ctx) {
      for await (const _chunk of ctx.request.stream());
      return (await ctx.request.body()).length;
    },
  },
  {
    name: 'body() in the middle of stream()',
    status: 500,
    async handler(ctx) {
      for await (const _chunk of ctx.request.stream()) await ctx.request.body();
      return 'ok';
    },
  },
  { name: 'an echo', status: 200, handler: (ctx) => ctx.stream(ctx.request.stream()) },
  {
    name: "an echo of Node's own request",
    status: 200,
    handler: (ctx) => ctx.stream(ctx.request.incoming.pipe(new PassThrough())),
  },
  {
    name: "Node's own request, read in a loop",
    status: 200,
    async handler(ctx) {
      for await (const _chunk of ctx.request.incoming);
      return 'ok';
    },
  },
  { name: "Node's own request, destroyed", status: 0, handler: (ctx) => ctx.request.incoming.destroy() && 'ok' },
  {
    name: 'work until the client leaves',
    status: 200,
    async handler(ctx) {
      await wait(50, undefined, { signal: ctx.signal });
      return 'ok';
    },
  },
];

/** A stream that sends `before` and then does what `then` says. */
function broken(before: string[], then: (stream: Readable) => void): Readable {
  const chunks = [...before];
  return new Readable({
    read() {
      const chunk = chunks.shift();
      if (chunk !== undefined) this.push(chunk);
      else setImmediate(() => then(this));
    },
  });
}

const streams: HandlerCase[] = [
  ...[
    ['of a missing file', 500, () => createReadStream('there is no such file')],
    ['that fails before its first byte', 500, () => broken([], (it) => it.destroy(new Error('failed')))],
    ['that is closed before its first byte', 500, () => broken([], (it) => it.destroy())],
    ['that fails after its first byte', 0, () => broken(['some'], (it) => it.destroy(new Error('failed')))],
    ['that is closed after its first byte', 0, () => broken(['some'], (it) => it.destroy())],
    ['that was closed before', 500, () => Readable.from(['some']).destroy()],
    ['that had failed before', 500, () => Readable.from(['some']).destroy(new Error('failed'))],
    ['of objects', 500, () => Readable.from([{ a: 1 }])],
    ['of numbers after a string', 0, () => Readable.from(['some', 1])],
    ['whose read throws', 500, () => new Readable({ read: () => raise(new Error('failed')) })],
    ['of a generator that throws', 500, () => Readable.from(failing())],
    ['of a generator that throws undefined', 500, () => Readable.from(failing(undefined))],
    ['without content', 200, () => Readable.from([])],
    ['of strings', 200, () => Readable.from(['some', 'more'])],
    ['of many megabytes', 200, () => Readable.from(Array.from({ length: 50 }, () => 'x'.repeat(64 * 1024)))],
  ].map(([what, status, open]) => ({
    name: `a stream ${what}`,
    status: status as number,
    handler: (ctx: Context) => ctx.stream((open as () => Readable)()),
  })),
  {
    name: 'a stream that was read before',
    status: 500,
    async handler(ctx) {
      const stream = Readable.from(['some']);
      stream.resume();
      await finished(stream);
      return ctx.stream(stream);
    },
  },
  {
    name: 'a stream that never says anything',
    status: 200,
    handler(ctx) {
      const stream = new Readable({ read() {} });
      setTimeout(() => stream.push(null), 50);
      return ctx.stream(stream);
    },
  },
  ...[1, 7, 100].map((length) => ({
    name: `a stream of ten bytes that promises ${length}`,
    // The first chunk has five: if that is too much, there is still time for an error response.
    status: length < 5 ? 500 : 0,
    handler(ctx: Context) {
      ctx.response.setHeader('content-length', length);
      return ctx.stream(Readable.from(['12345', '67890']));
    },
  })),
  {
    name: 'a stream that promises a length that is none',
    status: 500,
    handler(ctx) {
      ctx.response.setHeader('content-length', 'many');
      return ctx.stream(Readable.from(['12345', '67890']));
    },
  },
  {
    name: 'events whose source fails',
    status: 0,
    handler: (ctx) => ctx.events(failing as never),
  },
  {
    name: 'events whose source cannot be opened',
    status: 500,
    handler: (ctx) => ctx.events(() => raise(new Error('failed'))),
  },
  {
    name: 'events without end',
    status: 0,
    handler: (ctx) =>
      ctx.events(async function* ({ signal }) {
        for (let i = 0; i < 3; i++) {
          yield { data: i };
          await wait(5, undefined, { signal });
        }
        throw new Error('enough');
      }),
  },
];

// biome-ignore lint/correctness/useYield: it fails before its first value.
async function* failing(error: unknown = new Error('failed')): AsyncGenerator<never> {
  throw error;
}

function raise(error: unknown): never {
  throw error;
}

const unreadable = new Proxy({}, { get: () => raise(new Error('unreadable')) });
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

const values: [string, unknown][] = [
  ['null', null],
  ['false', false],
  ['0', 0],
  ['NaN', Number.NaN],
  ['a BigInt', 1n],
  ['a symbol', Symbol('some')],
  ['a function', () => 'some'],
  ['an object', { a: 1 }],
  ['an array', ['some']],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['an object called a stream', { pipe: 'line' }],
  ['an object with a throwing pipe', { pipe: () => raise(new Error('no pipe')) }],
  ['a web stream', new Response('some').body],
  ['a promise', Promise.resolve('some')],
  ['a writable', sink()],
  ['an object that cannot be read', unreadable],
  ['a revoked proxy', revoked],
];

const bodies: HandlerCase[] = values.map(([what, value]) => ({
  name: `ctx.response.body = ${what}`,
  status: 500,
  handler(ctx) {
    ctx.response.body = value as string;
  },
}));

const streamed: HandlerCase[] = [
  ...values
    .filter(([what]) => what !== 'a web stream')
    .map(([what, value]) => ({
      name: `ctx.stream(${what})`,
      status: 500,
      handler: (ctx: Context) => ctx.stream(value as Readable),
    })),
  { name: 'ctx.stream(a web stream)', status: 200, handler: (ctx) => ctx.stream(webStream()) },
  { name: 'ctx.stream(a locked web stream)', status: 500, handler: (ctx) => ctx.stream(locked(webStream())) },
  { name: 'ctx.stream(a web stream that fails)', status: 500, handler: (ctx) => ctx.stream(failingWebStream()) },
  { name: 'ctx.stream(a generator)', status: 200, handler: (ctx) => ctx.stream(slowGenerator()) },
  { name: 'a returned Response', status: 200, handler: () => new Response(webStream()) },
  { name: 'two Responses', status: 200, handler: (ctx) => ctx.stream(new Response('a')) && new Response('b') },
];

function webStream(): ReadableStream<Uint8Array> {
  let left = 100;
  return new ReadableStream({
    async pull(controller) {
      await wait(1);
      if (left-- > 0) controller.enqueue(Buffer.alloc(10_000));
      else controller.close();
    },
  });
}

function locked(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  stream.getReader();
  return stream;
}

function failingWebStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: () => raise(new Error('no more')) });
}

async function* slowGenerator() {
  for (let left = 100; left > 0; left--) yield wait(1, Buffer.alloc(10_000));
}

class Odd extends Error {
  override get name(): string {
    return raise(new Error('no name'));
  }
}

class OddStatus extends HttpError {
  constructor() {
    super(400);
    Object.defineProperty(this, 'status', { get: () => raise(new Error('no status')) });
  }
}

const thrown: HandlerCase[] = [
  ...values,
  ['undefined', undefined] as const,
  ['a string', 'some'] as const,
  ['an error without a readable name', new Odd('odd')] as const,
  ['an HttpError without a readable status', new OddStatus()] as const,
  [
    'an error without a readable message',
    Object.defineProperty(new Error(), 'message', { get: () => raise(1) }),
  ] as const,
  ['an error that is its own cause', ownCause()] as const,
  ['a frozen error', Object.freeze(new Error('frozen'))] as const,
  ['an HttpError with a line break', new HttpError(500, 'a\r\nb')] as const,
].flatMap(([what, value]) => [
  { name: `throw ${what}`, status: 500, handler: () => raise(value) },
  { name: `reject with ${what}`, status: 500, handler: () => Promise.reject(value) },
]);

function ownCause(): Error {
  const error = new Error('again');
  error.cause = error;
  return error;
}

export const handlers: Record<string, HandlerCase[]> = { readers, streams, bodies, streamed, thrown };

/** A client that does something that no well-behaved client does. It resolves when it has gone. */
export type Misbehaviour = (path: string, connection: RawConnection) => Promise<void> | void;

const limit = 20_000;
export const bodyLimit = limit;
const post = (path: string, ...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
const whole = (path: string) => `${post(path, 'Content-Length: 5')}"abc"`;
const half = (path: string) => `${post(path, 'Content-Length: 10000')}${'x'.repeat(5_000)}`;
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const firstByte = ({ socket }: RawConnection) => Promise.race([once(socket, 'data'), once(socket, 'close'), wait(200)]);

/** What is sent, by the moment at which the client leaves. */
const moments: Record<string, (path: string) => string> = {
  'in the request line': () => 'POST ',
  'in the headers': (path) => post(path, 'Content-Length: 5').slice(0, -4),
  'before the body': (path) => post(path, 'Content-Length: 5'),
  'in the body': half,
  'in a chunk': (path) => post(path, 'Transfer-Encoding: chunked') + chunk(5_000).slice(0, -1_000),
  'after the body': whole,
  'after two requests': (path) => whole(path) + whole(path),
  'after asking to continue': (path) => post(path, 'Content-Length: 15000', 'Expect: 100-continue'),
  'after too much': (path) => `${post(path, 'Transfer-Encoding: chunked')}${chunk(30_000)}`,
  'after a bad chunk': (path) => `${post(path, 'Transfer-Encoding: chunked')}${chunk(100)}not a size\r\n`,
};

const leave: Record<string, (connection: RawConnection) => unknown> = {
  'closes its side': ({ socket }) => socket.end(),
  'closes the connection': ({ socket }) => socket.destroy(),
  'resets the connection': ({ socket }) => socket.resetAndDestroy(),
};

export const misbehaviours: Record<string, Misbehaviour> = {};
for (const [moment, bytes] of Object.entries(moments)) {
  for (const [way, go] of Object.entries(leave)) {
    misbehaviours[`${way} ${moment}`] = async (path, connection) => {
      connection.write(bytes(path));
      await wait(2);
      go(connection);
    };
    misbehaviours[`${way} ${moment}, when the response begins`] = async (path, connection) => {
      connection.write(bytes(path));
      await firstByte(connection);
      go(connection);
    };
  }
}
Object.assign(misbehaviours, {
  'never reads': async (path, connection) => {
    connection.socket.pause();
    connection.write(whole(path));
    await wait(100);
  },
  'sends one byte at a time': async (path, connection) => {
    for (const byte of whole(path)) {
      connection.write(byte);
      await wait(1);
    }
    await firstByte(connection);
  },
  'announces too much': async (path, connection) => {
    connection.write(post(path, `Content-Length: ${limit + 1}`));
    await firstByte(connection);
  },
  'sends too much': async (path, connection) => {
    connection.write(post(path, 'Transfer-Encoding: chunked'));
    for (let i = 0; i < 4; i++) connection.write(chunk(10_000));
    connection.write('0\r\n\r\n');
    await firstByte(connection);
  },
  'sends more than it announced': async (path, connection) => {
    connection.write(`${whole(path)}${'x'.repeat(1_000)}`);
    await firstByte(connection);
  },
  'asks to upgrade': async (path, connection) => {
    connection.write(post(path, 'Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 0'));
    await firstByte(connection);
    connection.socket.resetAndDestroy();
  },
} satisfies Record<string, Misbehaviour>);
