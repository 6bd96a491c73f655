import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newEntry, put, write } from './files.ts';
import { children, Link, type Packet } from './link.ts';

test('other processes hear of the part that was written, not of the whole file', () => {
  const sent: Packet[] = [];
  const postMessage = (packet: Packet) => void sent.push(packet);
  children.add(new Link({ postMessage, addEventListener: () => {} }));
  const entry = newEntry('file', new TextEncoder().encode('a journal'));
  put('/journal', entry);
  const line = new TextEncoder().encode('...and more...').subarray(3, 11);
  write('/journal', entry, 9, line);
  write('/journal', entry, 0, new TextEncoder().encode('A'));

  assert.equal(new TextDecoder().decode(entry.bytes), 'A journaland more');
  const parts = sent.slice(1).map(({ at, bytes }) => [at, (bytes as Uint8Array).buffer.byteLength]);
  assert.deepEqual(parts, [
    [9, 8],
    [0, 1],
  ]);
});
