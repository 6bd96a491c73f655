import { differences as ofFetch } from '../../framework/fetch/tables.cases.ts';
import type { Runtime } from './runtimes.ts';

/** Test names with the reason why they fail on a runtime. They must fail there, so that the lists stay true. */
export function differencesOf({ name }: Runtime, isThroughFetch: boolean): Record<string, string> {
  const groups = Object.entries(known[name] ?? {});
  const byTest = groups.flatMap(([reason, tests]) => tests.map((test) => [test, reason]));
  return { ...Object.fromEntries(byTest), ...(isThroughFetch ? ofFetch : {}) };
}

/** Test files that a runtime doesn't get to, with the reason. */
export function leftOut({ name }: Runtime): Record<string, string> {
  return unfinished[name] ?? {};
}

type Lists = Partial<Record<Runtime['name'], Record<string, readonly string[]>>>;

/** By reason. Those that a user can notice are also in docs/guide/serving.md. */
const known: Lists = {
  bun: {
    'a connection that has sent nothing is only visible to Bun itself': [
      'stop: idle connections, even those that never sent a byte, are closed at once',
      'HTTPS: stop() waits for a running request, and not for connections without one',
    ],
    'idle connections close with the port, so the port stays open while they may bring a request': [
      'stop: while it drains, an idle connection may send one more request, and new connections are refused',
    ],
    'the test looks at timers of Node': ['stop: once the last connection is closed, no timer keeps the process alive'],
    'messages and stack traces of the engine have other words': [
      'a constructor that fails: the message names module and class, and explains that fields are not set yet',
      'a promise that fails and was never awaited is logged with its place, and the server goes on',
      'a read error of the system destroys the stream',
      'json(a circle) is refused where it is written: 500, and the reason in the log',
    ],
    'the test needs the garbage collector of V8': [
      'a chunk of one byte is not kept, because its buffer takes hundreds of bytes',
      'the bytes of a body that is too large are released at once, while the client is still sending',
      'a connection that has closed is not kept in memory',
    ],
    'Bun closes the connection itself': ['the target * is 400, and the connection stays open'],
    'the test looks at what Node writes to a socket': ['a response is written to its socket in one piece'],
    'Bun does not tell how much a client has read, so sendTimeout has no effect': [
      'a client that stops reading a stream is disconnected, and the stream is released',
      'a client that stops reading a large response is disconnected, and its place is free again',
      'a client that reads nothing is disconnected even if it keeps sending',
      'a client that reads slowly but steadily is not cut, even if its system hides that for a while',
      'HTTPS: a client that does not read is disconnected',
    ],
    'Bun has a limit of its own for the number of headers': [
      'every header counts, even the last of thousands: a proxy adds its own at the end',
    ],
    'Bun does not count the bytes of headers': [
      'the summary of GET /posts/7?token=secret',
      'the summary of HEAD /posts/7',
      'the summary of GET /refused',
      'the summary of GET /large',
      'the summary of GET /nowhere',
      'the summary of GET /%zz?token=secret',
      'the summary of GET /',
      'the summary of GET http://me:secret@localhost/',
      'the summary of GET http://me:secret@localhost/%zz',
      'on a connection that is kept, each response has its own bytes',
    ],
    'Bun does not report the end of what a refused client sends': [
      'a broken client is refused once, however many chunks it sends, and its bytes are read until it ends',
    ],
    'tsx does not take part': [
      'no named function is created per request: tsx would name each of them at run time, for a microsecond',
    ],
    "Bun's own fetch has other headers and errors": [
      'a response of fetch can be passed on: what was decompressed is no longer declared as compressed',
      'start: listens when the promise resolves, and no longer when stop() resolves',
    ],
    "Bun's server of node:https can't replace its certificate, by which we recognize it": [
      'HTTPS: an application with a server of node:https',
      'HTTPS: the certificate can be replaced while the server runs',
      'HTTPS: a client that does not speak TLS is disconnected, and the others go on',
    ],
    'Bun ends a stream of HTTP/2 that we close with an error, and never reports an idle connection': [
      'HTTP/2: a stream that fails halfway is an error to the client',
      'HTTP/2: a connection without requests is closed after the keep-alive timeout',
    ],
  },
};

const unfinished: Partial<Record<Runtime['name'], Record<string, string>>> = {
  bun: { 'http/misbehaviour.test.ts': 'its hostile clients take longer than a test may on Bun' },
};
