import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { postgresAddress } from './address.ts';
import { PostgresPool } from './pool.ts';

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

function letIn(socket: Socket): void {
  socket.once('data', () => socket.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY])));
}

function hangUp(socket: Socket): void {
  socket.destroy();
}

/** A server that speaks as much of the protocol as a connection needs to open, and a pool that connects to it. */
async function poolWith(t: TestContext, { deadline = 60_000, greet = letIn, user = 'ana:hunter2' }) {
  const server = { greet, sockets: [] as Socket[] };
  const listener = createServer((socket) => {
    server.sockets.push(socket.on('error', () => {}));
    server.greet(socket);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const address = postgresAddress(`postgres://${user}@127.0.0.1:${port}/blog?pool=1`);
  const pool = new PostgresPool(address, deadline, (config) => new Client(config));
  t.after(() => {
    for (const socket of server.sockets) socket.destroy();
    listener.close();
  });
  return { pool, server };
}

test('while the server refuses connections, calls fail without another attempt', async (t) => {
  const { pool, server } = await poolWith(t, { greet: hangUp });
  await assert.rejects(pool.take(), { name: 'Unavailable', message: /cannot be reached: / });
  await assert.rejects(pool.take(), { name: 'Unavailable', message: /next attempt/ });
  assert.equal(server.sockets.length, 1);
});

test('once the server is back, it is used again without a restart', async (t) => {
  const { pool, server } = await poolWith(t, { greet: hangUp });
  await assert.rejects(pool.take());
  server.greet = letIn;
  const reconnect = async () => {
    for (;;) {
      const connection = await pool.take().catch(() => undefined);
      if (connection) return connection;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  pool.release(await reconnect());
  assert.equal(server.sockets.length, 2);
});

test('a caller that waits too long for a free connection learns what to do', async (t) => {
  const { pool } = await poolWith(t, { deadline: 100 });
  const lent = await pool.take();
  await assert.rejects(pool.take(), { name: 'Unavailable', message: /tx instead of db.*DATABASE_POOL \(now 1\)/ });
  pool.release(lent);
  pool.release(await pool.take());
});

test('a discarded connection is closed and replaced', async (t) => {
  const { pool, server } = await poolWith(t, {});
  const broken = await pool.take();
  broken.discard();
  pool.release(broken);
  await once(server.sockets[0]!, 'close');
  pool.release(await pool.take());
  assert.equal(server.sockets.length, 2);
});

test('an idle connection that the server closes does not end the process, and is replaced', async (t) => {
  const { pool, server } = await poolWith(t, {});
  pool.release(await pool.take());
  server.sockets[0]!.destroy();
  while (server.sockets.length === 1) {
    pool.release(await pool.take());
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test('closing waits for callers, including those that still wait for a connection', async (t) => {
  const { pool, server } = await poolWith(t, {});
  const first = await pool.take();
  const second = pool.take();
  let isClosed = false;
  const closing = pool.close(60_000).then(() => {
    isClosed = true;
  });
  pool.release(first);
  const connection = await second;
  assert.equal(isClosed, false);
  pool.release(connection);
  await closing;
  await once(server.sockets[0]!, 'close');
});

test('closing gives up on a connection that never comes back', async (t) => {
  const { pool, server } = await poolWith(t, {});
  const kept = await pool.take();
  await pool.close(5);
  await once(server.sockets[0]!, 'close');
  await assert.rejects(kept.control('commit', performance.now() + 1_000), { name: 'Unavailable' });
  pool.release(kept);
});

test('a server that asks for a password when there is none is misuse, not an outage', async (t) => {
  const authentication = (kind: number, text: string) => {
    const message = Buffer.alloc(9 + text.length, 'R');
    message.writeInt32BE(8 + text.length, 1);
    message.writeInt32BE(kind, 5);
    message.write(text, 9);
    return message;
  };
  const askForPassword = (socket: Socket) => {
    socket.once('data', () => {
      socket.write(authentication(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(authentication(11, 'r=nonce,s=c2FsdA==,i=4096')));
    });
  };
  const { pool } = await poolWith(t, { greet: askForPassword, user: 'ana' });
  await assert.rejects(pool.take(), { code: 'misuse', message: /password.*DATABASE_URL/s });
});
