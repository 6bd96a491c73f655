import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseError } from '../../services/database-errors.ts';
import { postgresError } from './errors.ts';

function serverError(code: string, message = 'the message of the server'): Error {
  return Object.assign(new Error(message), { severity: 'ERROR', code, detail: 'Key (email)=(hunter2) exists.' });
}

test('errors of PostgreSQL become codes', () => {
  const codes: Record<string, string> = {
    '23505': 'unique',
    '23503': 'foreign_key',
    '23502': 'not_null',
    '23514': 'check',
    '22P02': 'value',
    '42601': 'syntax',
    '42P01': 'syntax',
    '42501': 'other',
    '25P02': 'aborted',
    '40001': 'busy',
    '40P01': 'busy',
    '55P03': 'busy',
    '53100': 'disk',
    '28P01': 'misuse',
    '3D000': 'misuse',
    P0001: 'other',
    // Shutting down, starting, a standby, no connection left, too slow.
    '57P01': 'unavailable',
    '57P03': 'unavailable',
    '53300': 'unavailable',
    '08006': 'unavailable',
    '25006': 'unavailable',
    '57014': 'unavailable',
  };
  for (const [state, code] of Object.entries(codes)) {
    const error = postgresError(serverError(state), 'select 1', 'PostgreSQL at here');
    assert.equal(error.code, code, state);
    assert.doesNotMatch(JSON.stringify({ ...error, message: error.message, cause: error.cause }), /hunter2/);
  }
});

test('a unique error names the constraint and its columns, in any language, and takes no names from values', () => {
  const details: [string, string[] | undefined][] = [
    ['Key (email)=(hunter2) already exists.', ['email']],
    ['Schlüssel »(team, "Odd name")=(a, hunter2)« existiert bereits.', ['team', 'Odd name']],
    ['Key (lower(email))=((id)=(hunter2) already exists.', undefined],
    ['', undefined],
  ];
  for (const [detail, columns] of details) {
    const thrown = Object.assign(serverError('23505'), { detail, constraint: 'users_key', table: 'users' });
    const error = postgresError(thrown, 'insert', 'here') as DatabaseError;
    assert.deepEqual([error.constraint, error.table, error.columns], ['users_key', 'users', columns]);
    assert.doesNotMatch(JSON.stringify(error), /hunter2/);
  }
});

test('values are removed from the messages of the server', () => {
  const messages: [string, string][] = [
    ['invalid input syntax for type integer: "hunter2 "quoted""', 'invalid input syntax for type integer'],
    ['value "99999" is out of range for type integer', 'value … is out of range for type integer'],
  ];
  for (const [said, told] of messages) {
    assert.equal(postgresError(serverError('22P02', said), 'select 1', 'here').message, told);
  }
});

test('an error that the server did not send means that it cannot be reached', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  for (const thrown of [
    refused,
    new AggregateError([refused]),
    Object.assign(new Error('Connection terminated unexpectedly'), {}),
  ]) {
    assert.equal(postgresError(thrown, 'select 1', 'PostgreSQL at here').name, 'Unavailable');
  }
  assert.match(
    postgresError(new AggregateError([refused]), '', 'S').message,
    /^S cannot be reached: connect ECONNREFUSED/,
  );
});

test('some refusals have advice: a slow statement, a missing database, a pooler that rejects our settings', () => {
  const slow = postgresError(serverError('57014', 'canceling statement due to statement timeout'), 'select 1', 'here');
  assert.match(slow.message, /statement_timeout in DATABASE_URL/);
  const canceled = postgresError(serverError('57014', 'canceling statement due to user request'), 'select 1', 'here');
  assert.doesNotMatch(canceled.message, /statement_timeout/);
  const missing = postgresError(serverError('3D000', 'database "shop" does not exist'), 'connect', 'S at h:1/shop');
  assert.match(
    missing.message,
    /^S at h:1\/shop refused the connection \(3D000\)\. It has no database of this name: create it/,
  );
  const pooler = postgresError(serverError('08P01', 'unsupported startup parameter: options'), 'connect', 'here');
  assert.equal(pooler.code, 'misuse', 'waiting would not help');
  assert.match(pooler.message, /ignore_startup_parameters = options/);
});
