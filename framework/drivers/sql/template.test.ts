import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SqlValue } from '../../services/database.ts';
import { type Query, toQuery } from './template.ts';

function sql(strings: TemplateStringsArray, ...values: SqlValue[]): Query {
  return toQuery(strings, values, (_value, index) => `$${index + 1}`);
}

test('values become parameters and never part of the SQL', () => {
  assert.deepEqual(sql`select * from posts where id = ${'1'} and author_id = ${"'; --"}`, {
    sql: 'select * from posts where id = $1 and author_id = $2',
    values: ['1', "'; --"],
  });
  assert.deepEqual(sql`select 1`, { sql: 'select 1', values: [] });
});

test('a placeholder does not merge with the characters after it', () => {
  assert.equal(sql`limit ${1}0`.sql, 'limit $1 0');
  assert.equal(sql`select ${1}from posts`.sql, 'select $1 from posts');
});

test('an error names the position of a refused value and the SQL before it, never the value', () => {
  const secret = { toJSON: () => 'hunter2', toString: () => 'hunter2' } as unknown as SqlValue;
  assert.throws(() => sql`update users set name = ${'ana'}, password = ${secret} where id = ${1}`, {
    code: 'value',
    message:
      'Value 2 is an object. Pass a string, number, bigint, boolean, null or Uint8Array. It comes after: ' +
      'update users set name = $1, password = ',
  });
});

test('long SQL before a refused value is shortened', () => {
  const before = 'x'.repeat(500);
  const strings = Object.assign([before, ''], { raw: [before, ''] }) as unknown as TemplateStringsArray;
  assert.throws(
    () => sql(strings, undefined as unknown as SqlValue),
    (error: Error) => error.message.endsWith(`after: …${'x'.repeat(60)}`),
  );
});

test('an invalid escape sequence is refused', () => {
  assert.throws(() => sql`select '\unicode'`, { code: 'syntax', message: /backslash/ });
});
