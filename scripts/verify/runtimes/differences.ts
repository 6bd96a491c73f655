import { differences as ofFetch } from '../../../framework/fetch/tables.cases.ts';
import type { Runtime } from './runtimes.ts';

/** Test names with the reason why they fail on a runtime. They must fail there, so that the lists stay true. */
export function differencesOf({ name }: Runtime, isThroughFetch: boolean): Record<string, string> {
  const groups = Object.entries(known[name] ?? {});
  const byTest = groups.flatMap(([reason, tests]) => tests.map((test) => [test, reason]));
  return { ...Object.fromEntries(byTest), ...(isThroughFetch ? ofFetch : {}) };
}

type Lists = Partial<Record<Runtime['name'], Record<string, readonly string[]>>>;

/** By reason. Those that a user can notice are also in docs/guide/serving.md. */
const known: Lists = {
  oldest: {
    'a later version of Node 20 is stricter about what it reads': [
      'a space before the colon is 400 in our error shape',
      'an endless chunk extension is 413',
    ],
    'before 20.12, Node limits no time of a client of HTTP/1.1 that uses a server of HTTP/2': [
      'HTTP/1.1 beside HTTP/2: nothing sent: the time is limited',
      'HTTP/1.1 beside HTTP/2: half of the headers: the time is limited',
      'HTTP/1.1 beside HTTP/2: half of a body: the time is limited',
    ],
  },
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
      'HTTP/1.0: a client that does not read finds its connection reset',
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
    'below TLS, Bun offers no connection that could be reset': [
      'HTTP/1.0 over TLS: a stream that fails halfway resets the connection',
      'HTTP/1.0 over TLS: a stream that is cut by the shutdown resets the connection',
    ],
    'Bun ends a stream of HTTP/2 that we close with an error, and never reports an idle connection': [
      'HTTP/2: a stream that fails halfway is an error to the client',
      'HTTP/2: a connection without requests is closed after the keep-alive timeout',
      'HTTP/2: a connection whose request was too slow is closed after the keep-alive timeout',
    ],
    'Bun limits no time of a client of HTTP/1.1 that uses a server of HTTP/2': [
      'HTTP/1.1 beside HTTP/2: nothing sent: the time is limited',
      'HTTP/1.1 beside HTTP/2: half of the headers: the time is limited',
      'HTTP/1.1 beside HTTP/2: half of a body: the time is limited',
      'HTTP/1.1 beside HTTP/2: a body that nobody reads: the time is limited',
      'HTTP/1.1 beside HTTP/2: no further request: the time is limited',
    ],
    "Bun's client of HTTP/2 reports the window of a stream as that of its connection": [
      'HTTP/2: a client may send 256 KiB of a body, and 1 MiB on its connection, before anything was read',
      'HTTP/2: an application can choose another window for its bodies',
    ],
    'Bun ends the body of a request of HTTP/2 with its response, and does not report a response that is cancelled unread':
      [
        'HTTP/2: an upload that somebody reads after the response arrives completely, even with pauses',
        'HTTP/2: a client that cancels a response that it does not read ends its stream, whatever code it sends',
      ],
  },
  deno: {
    "the error of Deno's own system calls has another code": [
      'listen: an address of another machine rejects with a clear message',
    ],
    "Deno's mock of timers isn't that of Node": [
      'stop: while it drains, an idle connection may send one more request, and new connections are refused',
    ],
    "Deno's compiler of decorators: #private fields, and the metadata of a parent": [
      '@inject fills a #private field',
      '@inject fills an inherited field, once, and the parents come first',
      'a child adds nothing to its parent, and nothing to its siblings',
      'a field that is declared again in a child replaces the one of the parent, which is asked for no more',
      '#private fields of one name in parent and child are two fields',
      'a DTO inherits the fields of its parent, and the parent gets none of its own',
    ],
    'the test replaces Symbol.metadata, which Deno has': [
      'a Symbol.metadata that exists already is kept',
      'a Symbol.metadata that exists before the framework is loaded is kept',
    ],
    'Deno resets connections that it has not accepted yet': [
      'stop: connections that the system has accepted, but Node has not yet, get their response',
    ],
    'Deno ends a response that we cut, or reports it later': [
      'a signal that is first read after the client has disconnected is already aborted',
    ],
    'Deno cuts a header at a line break, where Node refuses it': [
      'a response that cannot be sent is an empty 500 and closes the connection, and the log says why',
    ],
    'Deno reports a request that is too slow in another way': [
      'requestTimeout: a route can allow more time than the application',
      'requestTimeout: without a limit',
      'requestTimeout: the next request on the connection has the time of the application again',
    ],
    'Deno does not tell how much a client has read, so sendTimeout has no effect': [
      'a client that stops reading a stream is disconnected, and the stream is released',
      'a client that stops reading a large response is disconnected, and its place is free again',
      'a client that reads nothing is disconnected even if it keeps sending',
      'HTTPS: a client that does not read is disconnected',
      'HTTP/1.0: a client that does not read finds its connection reset',
    ],
    'below TLS, Deno offers no connection that could be reset': [
      'HTTP/1.0 over TLS: a stream that fails halfway resets the connection',
      'HTTP/1.0 over TLS: a stream that is cut by the shutdown resets the connection',
    ],
    "Deno's server of node:https keeps its certificate, and connections in their handshake": [
      'HTTPS: the certificate can be replaced while the server runs',
      'HTTPS: stop() waits for a running request, and not for connections without one',
    ],
    'Deno refuses or cuts a malformed request itself': [
      'headers that are too large are 431, even while they are still being sent',
      'an endless chunk extension is 413',
      'a body that ends too early is 400 for a client that can still read',
      'keep-alive continues after a body that was not read',
    ],
    'tsx does not take part': [
      'no named function is created per request: tsx would name each of them at run time, for a microsecond',
    ],
    "Deno's once() doesn't tell why it was aborted": [
      'a stream that ends because of once() that ctx.stopping aborts is complete, and nothing is logged',
    ],
    'Deno closes the connection of HTTP/2 before its last response': [
      'HTTP/2: stop() lets a running request finish and closes the connection',
    ],
    'Deno does not tell a client of HTTP/2 to keep the rest of an upload': [
      'HTTP/2: a client whose upload is refused halfway gets the whole response, and is told to keep the rest',
    ],
    'Deno keeps the connection of a client of HTTP/1.1 that uses a server of HTTP/2': [
      'HTTP/1.1 beside HTTP/2: a body that nobody reads: the time is limited',
      'HTTP/1.1 beside HTTP/2: no further request: the time is limited',
      'HTTP/1.1 beside HTTP/2: a header that was sent twice is joined',
    ],
  },
};
