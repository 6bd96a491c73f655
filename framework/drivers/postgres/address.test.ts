import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresAddress } from './address.ts';

test('an address contains the server, the user, the pool size and settings', () => {
  const { host, port, database, user, password, pool, sslmode, settings, name } = postgresAddress(
    'postgres://ana:p%40ss%2Fword@db.example.com:6543/my%20blog?pool=4&sslmode=require&search_path=blog',
    '20',
  );
  assert.deepEqual([host, port, database, user, password], ['db.example.com', 6543, 'my blog', 'ana', 'p@ss/word']);
  assert.deepEqual([pool, sslmode, settings], [4, 'require', { search_path: 'blog' }]);
  assert.equal(name, 'PostgreSQL at db.example.com:6543/my blog');
});

test('missing parts have the usual defaults', () => {
  const { host, port, user, password, pool, sslmode } = postgresAddress('postgresql://[::1]/blog', undefined);
  assert.deepEqual([host, port, user, password, pool, sslmode], ['::1', 5432, 'postgres', '', 10, 'disable']);
  assert.equal(postgresAddress('postgres://localhost/blog', '3').pool, 3);
  assert.equal(postgresAddress('postgres://localhost/blog', '').pool, 10);
});

test('statement_timeout is in milliseconds, and stays a setting of the server', () => {
  const { statementTimeout, settings } = postgresAddress('postgres://localhost/blog?statement_timeout=60000');
  assert.deepEqual([statementTimeout, settings], [60_000, { statement_timeout: '60000' }]);
  assert.equal(postgresAddress('postgres://localhost/blog').statementTimeout, undefined);
});

test('an invalid address is refused and not repeated', () => {
  const refused = [
    'postgres://ana:hunter2@localhost',
    'postgres://ana:hunter2@/blog',
    'postgres://ana:hunter2@localhost:port/blog',
    'postgres://ana:hunter2@localhost/blog?pool=0',
    'postgres://ana:hunter2@localhost/blog?pool=many',
    'postgres://ana:hunter2@localhost/blog?sslmode=hunter2',
    'postgres://ana:hunter2@localhost/blog?statement_timeout=60s',
    'postgres://ana:hunter2@localhost/blog?statement_timeout=0',
  ];
  for (const url of refused) {
    assert.throws(
      () => postgresAddress(url, undefined),
      (error: Error & { code: string }) => error.code === 'misuse' && !/hunter2|ana/.test(error.message),
      url,
    );
  }
  assert.throws(() => postgresAddress('postgres://localhost/blog', '1.5'), /DATABASE_POOL is "1.5"/);
});
