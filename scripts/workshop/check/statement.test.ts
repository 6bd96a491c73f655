import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Statement, statementOf } from './statement.ts';

const destroy: Statement = { verb: 'delete', table: 'sessions', columns: ['id'] };

const statements: [rule: string, sql: string, expected: Statement][] = [
  ['as we write it', 'delete from sessions where id = ?', destroy],
  ['in upper case', 'DELETE FROM sessions WHERE id = $1', destroy],
  ['with qualified columns', 'delete from sessions where sessions.id = ?', destroy],
  ['with a schema', 'delete from public.sessions where id = ?', destroy],
  ['with exchanged operands', 'delete from sessions where ? = id', destroy],
  ['with quoted names', 'delete from "sessions" where "id" = ?', destroy],
  ['over several lines, with parentheses', '\n  delete\n  from sessions\n  where (id = ?)', destroy],
  [
    'several columns',
    'delete from a where b = ? and lower(c) = ?',
    { verb: 'delete', table: 'a', columns: ['b', 'c'] },
  ],
  ['no condition', 'insert into a (b) values (?)', { verb: 'insert', table: 'a', columns: [] }],
  ['an update', "update a set b = 'where c' where d = ?", { verb: 'update', table: 'a', columns: ['d'] }],
  [
    'what follows the where',
    'select * from a where b is not null order by c limit ?',
    { verb: 'select', table: 'a', columns: ['b'] },
  ],
];
for (const [rule, sql, expected] of statements)
  test(`a statement is read ${rule}`, () => assert.deepEqual(statementOf(sql), expected));
