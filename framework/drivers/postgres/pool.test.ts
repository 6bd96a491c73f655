import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Client as PgClient } from 'pg';
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
async function poolWith(t: TestContext, { deadline = 60_000, greet = letIn, user = 'ana:hunter2', Client = PgClient }) {
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

test('an idle connection that the server announces to end is not lent again', async (t) => {
  const { pool, server } = await poolWith(t, {});
  pool.release(await pool.take());
  // FATAL 57P01, as a server that shuts down sends it.
  const reason = Buffer.from('E\0\0\0\x14SFATAL\0C57P01\0\0', 'latin1');
  reason.writeInt32BE(reason.length - 1, 1);
  server.sockets[0]!.write(reason);
  while (pool.connections().idle > 0) await new Promise((resolve) => setImmediate(resolve));
  const connection = await pool.take();
  assert.equal(connection.isUsable, true);
  assert.equal(server.sockets.length, 2);
  pool.release(connection);
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

test('never more connections than the pool has room for, however many callers ask at the same moment', async (t) => {
  const { pool, server } = await poolWith(t, {});
  const callers = Array.from({ length: 5 }, async () => {
    const connection = await pool.take();
    await new Promise((resolve) => setImmediate(resolve));
    pool.release(connection);
  });
  await Promise.all(callers);
  assert.equal(server.sockets.length, 1);
});

test('the caller who has waited longest gets the next connection', async (t) => {
  const { pool } = await poolWith(t, {});
  const lent = await pool.take();
  const served: number[] = [];
  const callers = [1, 2, 3].map(async (number) => {
    const connection = await pool.take();
    served.push(number);
    pool.release(connection);
  });
  pool.release(lent);
  await Promise.all(callers);
  assert.deepEqual(served, [1, 2, 3]);
});

test('a lost connection is replaced for the callers that wait for it', async (t) => {
  const { pool, server } = await poolWith(t, {});
  const broken = await pool.take();
  const waiting = pool.take();
  broken.discard();
  pool.release(broken);
  pool.release(await waiting);
  assert.equal(server.sockets.length, 2);
});

test('callers that wait for a connection which cannot be replaced do not wait for the deadline', async (t) => {
  const { pool, server } = await poolWith(t, {});
  const broken = await pool.take();
  const waiting = [pool.take(), pool.take()];
  server.greet = hangUp;
  broken.discard();
  pool.release(broken);
  for (const caller of waiting) await assert.rejects(caller, { name: 'Unavailable', message: /cannot be reached/ });
  assert.deepEqual(pool.connections(), { used: 0, idle: 0, waiting: 0 });
});

test('a version of pg that reads its connection in another way is recognized', async (t) => {
  const { pool } = await poolWith(t, { Client: TwoReaders });
  await assert.rejects(pool.take(), { message: /This version of the package pg/ });
});

class TwoReaders extends PgClient {
  override async connect(): Promise<this> {
    await super.connect();
    (this as unknown as { connection: { stream: Socket } }).connection.stream.on('data', () => {});
    return this;
  }
}
