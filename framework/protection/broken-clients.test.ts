import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { RawConnection } from '../fixtures/raw-connection.ts';
import { refuseClient } from './broken-clients.ts';

test('a broken client is refused once, however many chunks it sends, and its bytes are read until it ends', async (t) => {
  const reports = new EventEmitter();
  const server = createServer((incoming) => incoming.resume());
  server.on('clientError', (error, socket) => {
    refuseClient(error, socket as never);
    reports.emit('report', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = await RawConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.after(() => {
    connection.destroy();
    server.close();
  });

  const first = once(reports, 'report');
  connection.request('POST /', ['Transfer-Encoding: chunked'], 'not a size\r\n');
  await first;
  assert.equal((await connection.read()).status, 400);
  const second = once(reports, 'report');
  connection.write('not a size either\r\n');
  const [socket] = await second;
  assert.equal(socket.writableEnded, false, 'still open for us');
  connection.socket.end();
  assert.equal(await connection.ended(), true);
  assert.equal(connection.rest, '', 'nothing follows the response');
});
