import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendedQuery, simpleQuery } from './requests.ts';

/** The messages in these bytes: the code, and the body in hexadecimal. */
function messagesIn(bytes: Buffer): [string, string][] {
  const messages: [string, string][] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    assert.ok(end <= bytes.length, 'the length of a message is longer than what was written');
    messages.push([String.fromCharCode(bytes[at]!), bytes.toString('hex', at + 5, end)]);
    at = end;
  }
  return messages;
}

const hex = (text: string) => Buffer.from(text).toString('hex');
/** Describe the portal, execute it without a limit, and synchronize. */
const REST: [string, string][] = [
  ['D', `${hex('P')}00`],
  ['E', '0000000000'],
  ['S', ''],
];

test('a statement and its values are five messages: text, null and bytes have their own form', () => {
  const values = ['ä', null, Buffer.from([0, 255]), ''];
  const bind = [
    '0000', // no names
    '0004', // four formats: text, text, binary, text
    '0000',
    '0000',
    '0001',
    '0000',
    '0004', // four values, each after its length
    '00000002c3a4',
    'ffffffff',
    '0000000200ff',
    '00000000',
    '0000', // the format of the results: text
  ].join('');
  assert.deepEqual(messagesIn(extendedQuery('select $1 || ä', values)), [
    ['P', `00${hex('select $1 || ä')}000000`],
    ['B', bind],
    ...REST,
  ]);
});

test('a statement without values', () => {
  assert.deepEqual(messagesIn(extendedQuery('', [])), [['P', '00000000'], ['B', '0000000000000000'], ...REST]);
});

test('statements of the simple protocol are one message', () => {
  assert.deepEqual(messagesIn(simpleQuery('rollback to ä; release ä')), [
    ['Q', `${hex('rollback to ä; release ä')}00`],
  ]);
});
