import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { Gate } from './gate.ts';

test('a gate forwards everything, refuses connections while it is closed, and reopens on the same port', async (t) => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const gate = new Gate('127.0.0.1', (server.address() as AddressInfo).port);
  await gate.open();
  t.after(() => gate.close());

  const client = connect(gate.port, '127.0.0.1');
  client.write('hello');
  assert.equal(String((await once(client, 'data'))[0]), 'hello');
  const broken = once(client, 'close');
  const { port } = gate;
  await gate.close();
  await broken;
  const [refused] = await once(connect(port, '127.0.0.1'), 'error');
  assert.equal(refused.code, 'ECONNREFUSED');

  await gate.open();
  assert.equal(gate.port, port);
  const again = connect(port, '127.0.0.1');
  again.write('back');
  assert.equal(String((await once(again, 'data'))[0]), 'back');
  again.destroy();
});
