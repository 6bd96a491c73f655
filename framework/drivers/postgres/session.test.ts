import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { NoResponse, Session } from './session.ts';

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const SHUTTING_DOWN = error('SFATAL\0C57P01\0Mterminating connection\0\0');

function error(body: string): Buffer {
  const header = Buffer.alloc(5, 'E');
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

/** A session with a server that lets everybody in and then only says what the test says. */
async function sessionWith(t: TestContext) {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const client = new Client({ host: '127.0.0.1', port, user: 'ana', database: 'blog', password: () => '' });
  client.on('error', () => {});
  const connecting = client.connect();
  const [socket] = (await once(listener, 'connection')) as [Socket];
  socket.on('error', () => {}).once('data', () => socket.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY])));
  await connecting;
  let lose: () => void = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  const session = new Session(client, lose);
  t.after(() => {
    session.abort(new Error('the test is over'));
    socket.destroy();
    listener.close();
  });
  const send = (within = 60_000) => session.send('select 1', [], 1, performance.now() + within);
  return { session, socket, lost, send };
}

test('a server that does not respond in time loses the session', async (t) => {
  const { session, socket, lost, send } = await sessionWith(t);
  await assert.rejects(send(20), NoResponse);
  await lost;
  assert.equal(session.isLost, true);
  await once(socket.resume(), 'close');
  await assert.rejects(send(), NoResponse);
});

test('a deadline ends with its statement', async (t) => {
  const { session, socket, send } = await sessionWith(t);
  const statement = send(200);
  await once(socket, 'data');
  socket.write(READY_FOR_QUERY);
  await statement;
  await delay(250);
  assert.equal(session.isLost, false);
});

test('an error is reported when the session is ready again, so the next statement can follow', async (t) => {
  const { session, socket, send } = await sessionWith(t);
  const statement = send();
  await once(socket, 'data');
  socket.write(Buffer.concat([error('SERROR\0C42601\0Msyntax\0\0'), READY_FOR_QUERY]));
  await assert.rejects(statement, { code: '42601', message: 'syntax' });
  assert.equal(session.isLost, false);
  const next = send();
  await once(socket, 'data');
  socket.write(READY_FOR_QUERY);
  assert.deepEqual((await next).rows, []);
});

test('a statement that the server ends together with the session gets the reason', async (t) => {
  const { socket, lost, send } = await sessionWith(t);
  const statement = send();
  await once(socket, 'data');
  socket.end(SHUTTING_DOWN);
  await assert.rejects(statement, { code: '57P01' });
  await lost;
});

test('an idle session that the server is about to end is lost before the connection is', async (t) => {
  const { session, socket, lost, send } = await sessionWith(t);
  socket.write(SHUTTING_DOWN);
  await lost;
  assert.equal(session.isLost, true);
  await assert.rejects(send(), { code: '57P01' });
});

test('what an idle server tells everybody does not concern the session', async (t) => {
  const { session, socket, send } = await sessionWith(t);
  // ParameterStatus.
  socket.write(Buffer.from([0x53, 0, 0, 0, 8, 0x61, 0, 0x62, 0]));
  const statement = send();
  await once(socket, 'data');
  socket.write(READY_FOR_QUERY);
  await statement;
  assert.equal(session.isLost, false);
});

test('a statement while another one runs ends the session, and with it a transaction', async (t) => {
  const { socket, send } = await sessionWith(t);
  const first = send();
  await assert.rejects(send(), /has not ended/);
  await assert.rejects(first, /has not ended/);
  await once(socket.resume(), 'close');
});

for (const [what, bytes] of [
  ['a length below zero', [0x44, 0xff, 0xff, 0xff, 0xff]],
  ['a length of zero', [0x44, 0, 0, 0, 0]],
  ['a row before its columns', [0x44, 0, 0, 0, 6, 0, 1]],
  ['a list of columns that ends too early', [0x54, 0, 0, 0, 6, 0, 9]],
] as const) {
  test(`${what} ends the session and neither hangs nor ends the process`, async (t) => {
    const { session, socket, lost, send } = await sessionWith(t);
    const statement = send();
    await once(socket, 'data');
    socket.write(Buffer.from(bytes));
    await assert.rejects(statement);
    await lost;
    assert.equal(session.isLost, true);
  });
}

test('closing says goodbye', async (t) => {
  const { session, socket } = await sessionWith(t);
  session.close();
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  assert.equal(bytes.toString('latin1', 0, 1), 'X');
});
