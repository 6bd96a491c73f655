import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Log, provide } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { ReadingsModule } from '../../docs/examples/readings.ts';
import { RelayModule, Storage } from '../../docs/examples/relay.ts';
import { RecordingLog } from '../../framework/fixtures/recording-log.ts';

const readings = (count: number) =>
  Array.from({ length: count }, (_, i) => `{"sensor":"${i % 2 ? 'roof' : 'küche'}","value":${i}}\n`).join('');

async function startReadings(t: TestContext): Promise<Client> {
  const client = await start(ReadingsModule);
  t.after(() => client.stop());
  return client;
}

/** In capitals, because the names of codings are case-insensitive. */
const gzip = { 'content-encoding': 'GZIP' };

test('readings: lines are read as they are and compressed, also without an end of the last one', async (t) => {
  const client = await startReadings(t);
  const summary = { count: 5000, highest: { küche: 4998, roof: 4999 } };
  for (const text of [readings(5000), readings(5000).trimEnd()]) {
    const plain = await client.post('/readings', Buffer.from(text));
    assert.deepEqual([plain.status, plain.body], [201, summary]);
    assert.deepEqual((await client.post('/readings', gzipSync(text), gzip)).body, summary);
  }
});

/** Nearly as long as a line may be, because lines take more time than bytes. */
const padded = `{"sensor":"roof",${' '.repeat(9_000)}"value":1}\n`;

for (const [what, body, compressed, status, error] of [
  ['a line that is not a reading', `${readings(1)}null\n`, false, 422, 'Line 2 is not a reading'],
  [
    'a compressed line that is not a reading',
    gzipSync(`${readings(90_000)}{}\n`),
    true,
    422,
    'Line 90001 is not a reading',
  ],
  ['a body that is not compressed', 'no gzip', true, 400, 'The gzip data is damaged'],
  ['half of a compressed body', gzipSync(readings(500)).subarray(0, 100), true, 400, 'The gzip data is damaged'],
  ['a line without an end', 'x'.repeat(200_000), false, 413, 'A line is too long'],
  [
    'a long line with its end',
    `${readings(1)}${padded.replace('1', ' '.repeat(1_000))}`,
    false,
    413,
    'A line is too long',
  ],
  ['a body larger than its limit', Buffer.alloc(5_000_001), false, 413, 'Payload Too Large'],
  ['megabytes in a few kilobytes', gzipSync(padded.repeat(1_150)), true, 413, 'Send fewer readings at a time'],
] as const) {
  test(`readings: ${what} is a ${status}`, async (t) => {
    const client = await startReadings(t);
    const answer = await client.post('/readings', Buffer.from(body), compressed ? gzip : {});
    assert.deepEqual([answer.status, answer.body], [status, { error }]);
    assert.equal((await client.post('/readings', Buffer.from(readings(1)))).status, 201, 'the program goes on');
  });
}

/** The relay in front of a server that responds like this. */
async function startRelay(t: TestContext, respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const storage = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = new RecordingLog();
  const client = await start(RelayModule, {
    overrides: [provide(Storage, { value: storage }), provide(Log, { value: log })],
  });
  t.after(async () => {
    await client.stop();
    server.close();
    server.closeAllConnections();
  });
  return { client, server, log };
}

test('relay: a part of a file arrives with its status, and with none of the other headers', async (t) => {
  const { client } = await startRelay(t, ({ url, headers }, response) => {
    const { range, cookie, 'accept-encoding': encoding } = headers;
    response.writeHead(206, { 'content-range': 'bytes 0-3/9', 'set-cookie': 'a=1' });
    // Node adds another one to a request for a range.
    response.end(JSON.stringify([url, range, cookie, String(encoding).split(',')[0]]));
  });
  const answer = await client.get('/files/a%2F..%2Fb', { range: 'bytes=0-3', cookie: 'secret=1' });
  assert.deepEqual([answer.status, answer.headers.get('content-range')], [206, 'bytes 0-3/9']);
  assert.equal(answer.text, '["/a%2F..%2Fb","bytes=0-3",null,"identity"]');
  assert.equal(answer.headers.get('set-cookie'), null);
});

test('relay: an upload arrives as it is sent, and one beyond the limit is a 413', async (t) => {
  const { client } = await startRelay(t, async (request, response) => {
    let size = 0;
    request.on('error', () => {});
    request.on('data', (chunk) => {
      size += chunk.length;
    });
    request.on('end', () => response.writeHead(201).end(String(size)));
  });
  const sent = await client.put('/files/a', Buffer.alloc(300_000));
  assert.deepEqual([sent.status, sent.text], [201, '300000']);
  // Without a length, so that only the bytes show that there are too many.
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) });
  const init = { method: 'PUT', body, duplex: 'half' } as const;
  const refused = await client.app.fetch(new Request('http://relay.test/files/a', init));
  assert.equal(refused.status, 413);
});

test('relay: a server that does not respond is a 502, with the reason in the log', async (t) => {
  const { client, log } = await startRelay(t, (request) => void request.socket.destroy());
  const answer = await client.get('/files/a');
  assert.deepEqual([answer.status, answer.body], [502, { error: 'The storage does not respond' }]);
  assert.ok(log.lines.some(({ message }) => message === 'the storage does not respond'));
});

test('relay: a client that leaves ends the request to the other server', async (t) => {
  const { client, server, log } = await startRelay(t, (request, response) => {
    if (request.method === 'GET') response.write('first');
    request.resume().socket.on('close', () => server.emit('left'));
  });
  const left = once(server, 'left');
  const response = await fetch(`${client.url}/files/a`);
  await response.body!.cancel();
  await left;

  // In the middle of an upload, nothing is wrong with the storage, so nobody should be told that it is.
  const leftAgain = once(server, 'left');
  const upload = request(`${client.url}/files/a`, { method: 'PUT', headers: { 'content-length': 1_000 } });
  upload.on('error', () => {}).write('x');
  await once(server, 'request');
  upload.destroy();
  await leftAgain;
  await client.stop();
  assert.deepEqual(
    log.lines.filter(({ level }) => level !== 'info'),
    [],
  );
});
