import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type ServerOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/*
 * What `node:http` does, byte by byte. The same file runs in Node and, with the stand-ins, in a browser: see http.browser.test.ts.
 * Each scenario sends raw bytes to a server and keeps what comes back until the connection closes.
 */

interface Scenario {
  readonly options?: ServerOptions;
  readonly handle: RequestListener;
  readonly send: string;
}

const get = 'GET /a?b=c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const post = (body: string, headers = '') =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
const read = async (incoming: IncomingMessage) => {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
};

const inTwoParts: RequestListener = (_, response) => {
  response.write('one');
  response.end('two');
};

const scenarios: Record<string, Scenario> = {
  'end with a string': { send: get, handle: (_, response) => response.end('héllo') },
  'end without a body': { send: get, handle: (_, response) => response.end() },
  'write, then end': { send: get, handle: inTwoParts },
  'headers keep their case and their order': {
    send: get,
    handle: (_, response) =>
      response.setHeader('X-One', '1').setHeader('x-TWO', ['2', 'zwei']).setHeader('Set-Cookie', ['a=1', 'b=2']).end(),
  },
  'writeHead merges with setHeader': {
    send: get,
    handle: (_, response) =>
      response.setHeader('X-One', '1').writeHead(201, 'Made', { 'x-one': '2', 'X-Two': 3 }).end('x'),
  },
  'writeHead with an array': {
    send: get,
    handle: (_, response) => response.writeHead(200, ['A', '1', 'B', '2']).end('x'),
  },
  'a 204 has no body': { send: get, handle: (_, response) => response.writeHead(204).end('never sent') },
  'a 304 has no body': { send: get, handle: (_, response) => response.writeHead(304).end('never sent') },
  'HEAD has headers only': {
    send: get.replace('GET', 'HEAD'),
    handle: (_, response) => response.writeHead(200, { 'Content-Length': 5 }).end('never'),
  },
  'a removed header stays away': {
    send: get,
    handle: (_, response) => {
      response.removeHeader('Date');
      response.removeHeader('Transfer-Encoding');
      response.write('to the end');
      response.end();
    },
  },
  'HTTP/1.0 is not chunked': {
    send: 'GET / HTTP/1.0\r\n\r\n',
    handle: inTwoParts,
  },
  'a connection is kept, and two requests have two responses': {
    send: `${get.replace('close', 'keep-alive')}${get}`,
    handle: ({ url }, response) => response.end(url),
  },
  'pipelined responses keep the order of their requests': {
    send: `${get.replace('/a', '/slow').replace('close', 'keep-alive')}${get}`,
    handle: ({ url }, response) => void setTimeout(() => response.end(url), url?.startsWith('/slow') ? 30 : 0),
  },
  'request headers are joined by their rules': {
    send: get.replace(
      'Host: x\r\n',
      'Host: x\r\nhost: y\r\nX-A: 1\r\nx-a: 2\r\nCookie: a=1\r\nCookie: b=2\r\nSet-Cookie: c=3\r\nAuthorization: one\r\nauthorization: two\r\nconstructor: x\r\nEmpty:\r\n',
    ),
    handle: ({ headers, rawHeaders, headersDistinct }, response) =>
      response.end(JSON.stringify([headers, rawHeaders, headersDistinct])),
  },
  'joinDuplicateHeaders joins those that count once': {
    options: { joinDuplicateHeaders: true },
    send: get.replace('Host: x\r\n', 'Host: x\r\nAuthorization: one\r\nauthorization: two\r\n'),
    handle: ({ headers }, response) => response.end(JSON.stringify(headers)),
  },
  'a body with a length': {
    send: post('grüße'),
    handle: async (incoming, response) => void response.end(await read(incoming)),
  },
  'a chunked body with trailers': {
    send: 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-T: 1\r\n\r\n',
    handle: async (incoming, response) => {
      const text = await read(incoming);
      response.end(JSON.stringify([text, incoming.trailers, incoming.complete]));
    },
  },
  'Expect: 100-continue': {
    send: post('body', 'Expect: 100-continue\r\n'),
    handle: async (incoming, response) => void response.end(await read(incoming)),
  },
  'an unknown expectation': { send: post('', 'Expect: miracles\r\n'), handle: (_, response) => response.end('x') },
  'a request without a host': { send: 'GET / HTTP/1.1\r\n\r\n', handle: (_, response) => response.end('x') },
  'a method that does not exist': {
    send: 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n',
    handle: (_, response) => response.end('x'),
  },
  'no HTTP at all': { send: 'hello\r\n\r\n', handle: (_, response) => response.end('x') },
  'two lengths': {
    send: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    handle: (_, response) => response.end('x'),
  },
  'a length and chunks': {
    send: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    handle: (_, response) => response.end('x'),
  },
  'headers that are too large': {
    send: `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    handle: (_, response) => response.end('x'),
  },
  'an upgrade that nobody handles': {
    send: get.replace('Connection: close', 'Connection: upgrade, close\r\nUpgrade: websocket'),
    handle: ({ headers }, response) => response.end(headers.upgrade),
  },
  'errors of the response': {
    send: get,
    handle: (_, response) => {
      const problems = [
        () => response.setHeader('a b', 'x'),
        () => response.setHeader('a', 'x\ny'),
        () => response.setHeader('a', undefined as unknown as string),
        () => response.writeHead(99),
        () => response.write(5 as unknown as string),
        () => response.write(null as unknown as string),
        () => response.writeHead(200) && response.setHeader('a', '1'),
        () => response.writeHead(200),
      ].map((work) => {
        try {
          work();
          return 'no error';
        } catch (error) {
          const { name, code, message } = error as NodeJS.ErrnoException;
          return `${name} ${code} ${message}`;
        }
      });
      response.end(JSON.stringify(problems));
    },
  },
  'the state of a response': {
    send: get,
    handle: (_, response) => {
      const state = () => [response.headersSent, response.writableEnded, response.finished, response.statusMessage];
      const before = state();
      response.write('x');
      response.end(JSON.stringify([before, state(), response.getHeaders(), response.hasHeader('date')]));
    },
  },
};

/** The bytes that came back in each scenario, without the time. */
export async function playScenarios(): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const [name, scenario] of Object.entries(scenarios)) results[name] = await play(scenario);
  results['a client'] = await playClient();
  return results;
}

async function play({ options = {}, handle, send }: Scenario): Promise<string> {
  const server = createServer(options, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(send);
  await closed;
  await new Promise((resolve) => server.close(resolve));
  return received.replaceAll(/Date: .*GMT/g, 'Date: NOW');
}

/** What a client sends, and what it makes of the response. */
async function playClient(): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const { method, url, rawHeaders } = incoming;
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.end(JSON.stringify([method, url, rawHeaders, await read(incoming)]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const seen: unknown[] = [];
  for (const [method, headers, body] of [
    ['GET', {}, undefined],
    ['POST', { 'Content-Type': 'text/plain' }, 'whole'],
    ['DELETE', {}, undefined],
    ['PUT', { 'content-length': '4' }, 'four'],
  ] as const)
    for (const agent of [false, undefined] as const) {
      const sent = request({ host: '127.0.0.1', port, method, path: '/p', headers, agent });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      seen.push([response.statusCode, response.statusMessage, response.headers, await read(response)]);
    }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return JSON.stringify(seen, null, 1)
    .replaceAll(String(port), 'PORT')
    .replaceAll(/"date": ".*?"/g, '"date": "NOW"');
}
