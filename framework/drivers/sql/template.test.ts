import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql as fragment, type SqlPart, type SqlValue } from '../../services/sql.ts';
import { type Query, toQuery } from './template.ts';

function sql(strings: TemplateStringsArray, ...parts: SqlPart[]): Query {
  return toQuery(strings, parts, (_value, index) => `$${index + 1}`);
}

test('values become parameters and never part of the SQL', () => {
  assert.deepEqual(sql`select * from posts where id = ${'1'} and author_id = ${"'; --"}`, {
    sql: 'select * from posts where id = $1 and author_id = $2',
    values: ['1', "'; --"],
  });
  assert.deepEqual(sql`select 1`, { sql: 'select 1', values: [] });
});

test('a template may get other kinds of values each time', () => {
  const dollar = (value: SqlValue, index: number) => (value instanceof Uint8Array ? `bytes ${index}` : `$${index + 1}`);
  const query = (strings: TemplateStringsArray, ...parts: SqlPart[]) => toQuery(strings, parts, dollar);
  const posts = (id: SqlPart) => query`select * from posts where id in ${id}`;
  const plain = { sql: 'select * from posts where id in $1', values: ['a'] };
  assert.deepEqual(posts('a'), plain);
  assert.deepEqual(posts(['a', 'b']), { sql: 'select * from posts where id in ($1, $2)', values: ['a', 'b'] });
  assert.equal(posts(new Uint8Array(1)).sql, 'select * from posts where id in bytes 0');
  assert.equal(posts(fragment`(select 1)`).sql, 'select * from posts where id in (select 1)');
  assert.throws(() => posts(undefined as unknown as SqlPart), { code: 'value', message: /is undefined/ });
  assert.throws(() => posts(Number.NaN), { code: 'value', message: /NaN/ });
  assert.deepEqual(posts('a'), plain);
});

test('a placeholder may depend on the value, whichever value a template got first', () => {
  const wide = (value: SqlValue) => (Number(value) > 9 ? 'cast(? as integer)' : '?');
  const query = (strings: TemplateStringsArray, ...parts: SqlPart[]) => toQuery(strings, parts, wide).sql;
  const between = (low: number, high: number) => query`between ${low} and ${high}`;
  for (let time = 0; time < 2; time++) {
    assert.equal(between(1, 2), 'between ? and ?');
    assert.equal(between(1, 20), 'between ? and cast(? as integer)');
    assert.equal(between(10, 2), 'between cast(? as integer) and ?');
  }
});

test('one template can be written for two databases', () => {
  const strings = Object.assign(['select ', ''], { raw: [] });
  const template = Object.freeze(strings) as unknown as TemplateStringsArray;
  assert.equal(toQuery(template, [1], () => '?').sql, 'select ?');
  assert.equal(toQuery(template, [1], () => '$1').sql, 'select $1');
});

test('strings that a program has put together may change', () => {
  const strings = Object.assign(['select ', ' as a'], { raw: [] as string[] });
  const placeholder = () => '?';
  const query = () => toQuery(strings as unknown as TemplateStringsArray, [1], placeholder).sql;
  assert.equal(query(), 'select ? as a');
  strings[1] = ' as b';
  assert.equal(query(), 'select ? as b');
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
      'Value 2 is an object. To store it as JSON, pass JSON.stringify(value). It comes after: ' +
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

test('a fragment does not merge with the characters around it, nor hide them in its comment', () => {
  assert.equal(sql`order by${fragment`title`}desc`.sql, 'order by title desc');
  assert.equal(sql`limit ${fragment`${1}`}0`.sql, 'limit $1 0');
  assert.equal(sql`select 1 -${fragment`-1`}`.sql, 'select 1 - -1');
  assert.equal(sql`select ${fragment`1 -- one`}, ${2}`.sql, 'select 1 -- one\n, $1');
});

test('an array is allowed directly after in, and nowhere else', () => {
  assert.deepEqual(sql`select 1 where 1 in ${[1, 2]}and 2=${3}`, {
    sql: 'select 1 where 1 in ($1, $2) and 2=$3',
    values: [1, 2, 3],
  });
  for (const misplaced of [
    () => sql`select * from posts where id = ${['a']}`,
    () => sql`select * from posts where id in (${['a']})`,
    () => sql`insert into posts (id) values ${['a']}`,
    () => sql`select * from main${['a']}`,
  ]) {
    assert.throws(misplaced, { code: 'value', message: /^Value 1 is an array.*directly after "in"/ });
  }
});

test('an array must not contain null, or anything that is refused as a single value', () => {
  const secrets = ['hunter2', undefined] as unknown as string[];
  assert.throws(() => sql`select 1 where id in ${secrets}`, { code: 'value', message: /^Value 2 is undefined/ });
  const withNull = ['hunter2', null] as unknown as string[];
  assert.throws(
    () => sql`select 1 where id in ${withNull}`,
    (error: Error) => /contains null/.test(error.message) && !error.message.includes('hunter2'),
  );
});

test('an object in the shape of a fragment is not a fragment', () => {
  const forged = JSON.parse('{"strings":["1 = 1"],"parts":[]}') as SqlValue;
  assert.throws(() => sql`select * from users where ${forged}`, { code: 'value', message: /is an object/ });
});

test('a fragment is only made by a template', () => {
  const call = fragment as unknown as (text: unknown) => unknown;
  assert.throws(() => call('1 = 1'), {
    code: 'misuse',
    message: /^sql was called like a function.*sql`id = \$\{id\}`/,
  });
  assert.throws(() => sql(fragment`select 1` as unknown as TemplateStringsArray), {
    code: 'misuse',
    message: /db\.all`\$\{fragment\}`/,
  });
  assert.throws(() => fragment`'\unicode'`, { code: 'syntax', message: /backslash/ });
});

test('joining no fragments is refused, because the statement would be incomplete', () => {
  assert.throws(() => fragment.join([undefined]), { code: 'misuse', message: /nothing to insert or update/ });
});
