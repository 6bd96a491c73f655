import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { type Child, runNode } from '../../framework/fixtures/child.ts';

const MB = 1_000_000;
const origin = 'https://app.example.com';

interface Chat {
  readonly child: Child;
  readonly url: string;
  /** Opens a connection and asks for a WebSocket, without a library that would read what the server sends. */
  upgrade(from: string): Promise<Socket>;
  memory(): Promise<number>;
}

async function startChat(t: TestContext): Promise<Chat> {
  const program = fileURLToPath(new URL('served-recipes.fixture.ts', import.meta.url));
  const child = runNode(t, ['--expose-gc', '--import', 'tsx', program, 'chat'], { LOG_LEVEL: 'error' });
  const { url } = JSON.parse(await child.says('app'));
  let asked = 0;
  return {
    child,
    url,
    async upgrade(from) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => {});
      t.after(() => socket.destroy());
      await once(socket, 'connect');
      socket.write(
        'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
          `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: ${from}\r\n\r\n`,
      );
      return socket;
    },
    async memory() {
      child.tell(`used${++asked}`);
      return JSON.parse(await child.says(`used${asked} `)).memory;
    },
  };
}

test('chat: clients that reset a refused upgrade don’t end the process', async (t) => {
  const chat = await startChat(t);
  for (let round = 0; round < 10; round++) {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => chat.upgrade('https://evil.example.com')));
    for (const socket of sockets) socket.resetAndDestroy();
    assert.equal((await fetch(chat.url)).status, 404, `after ${(round + 1) * 30} resets`);
  }
});

test('chat: a refused client can’t keep its connection open', { timeout: 20_000 }, async (t) => {
  const chat = await startChat(t);
  const socket = connect({ port: Number(new URL(chat.url).port), host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write('GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  // This side stays open. If the other one is gone, the system answers what is sent to it with a reset.
  const reset = once(socket, 'error');
  const writing = setInterval(() => socket.write('x'), 10);
  t.after(() => clearInterval(writing));
  const [error] = await reset;
  assert.match(error.code, /ECONNRESET|EPIPE/);
});

test('chat: a client that doesn’t read is disconnected before it fills the memory', async (t) => {
  const chat = await startChat(t);
  const before = await chat.memory();
  const readers = await Promise.all(Array.from({ length: 5 }, () => chat.upgrade(origin)));
  const gone = readers.map((socket) => once(socket, 'close'));
  for (const socket of readers) await once(socket, 'readable');
  const sender = new WebSocket(`${chat.url.replace('http', 'ws')}/chat`, { origin });
  t.after(() => sender.terminate());
  await once(sender, 'open');
  const message = 'x'.repeat(60_000);
  for (let sent = 0; sent < 30 * MB; sent += message.length) {
    sender.send(message);
    // Not faster than the server takes them: this is about its memory.
    if (sender.bufferedAmount > MB) await new Promise((resolve) => sender.send(message, resolve));
  }
  // The server answers a ping after all messages before it.
  sender.ping();
  await once(sender, 'pong');
  const used = (await chat.memory()) - before;
  assert.ok(used < 40 * MB, `${Math.round(used / MB)} MB are kept for clients that don't read`);
  for (const socket of readers) socket.resume();
  await Promise.all(gone);
});

test('chat: a client that doesn’t read the responses to its pings is disconnected, too', async (t) => {
  const chat = await startChat(t);
  const before = await chat.memory();
  const socket = await chat.upgrade(origin);
  await once(socket, 'readable');
  // A ping with 125 bytes, masked with zeros.
  const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)]);
  const pings = Buffer.concat(Array.from({ length: 500 }, () => ping));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let sent = 0; sent < 30 * MB && !socket.destroyed; sent += pings.length) {
    if (!socket.write(pings)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await fetch(chat.url);
  const used = (await chat.memory()) - before;
  assert.ok(used < 20 * MB, `${Math.round(used / MB)} MB of pongs are kept`);
  socket.resume();
  await closed;
});
