import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresAddress } from './address.ts';

test('an address says where, who, and how many connections', () => {
  const { host, port, database, user, password, pool, sslmode, settings, name } = postgresAddress(
    'postgres://ana:p%40ss%2Fword@db.example.com:6543/my%20blog?pool=4&sslmode=require&search_path=blog',
    '20',
  );
  assert.deepEqual([host, port, database, user, password], ['db.example.com', 6543, 'my blog', 'ana', 'p@ss/word']);
  assert.deepEqual([pool, sslmode, settings], [4, 'require', { search_path: 'blog' }]);
  assert.equal(name, 'PostgreSQL at db.example.com:6543/my blog');
});

test('what it leaves out has its usual value', () => {
  const { host, port, user, password, pool, sslmode } = postgresAddress('postgresql://[::1]/blog', undefined);
  assert.deepEqual([host, port, user, password, pool, sslmode], ['::1', 5432, 'postgres', '', 10, 'disable']);
  assert.equal(postgresAddress('postgres://localhost/blog', '3').pool, 3);
  assert.equal(postgresAddress('postgres://localhost/blog', '').pool, 10);
});

test('what cannot be meant is refused, and the address not repeated', () => {
  const refused = [
    'postgres://ana:hunter2@localhost',
    'postgres://ana:hunter2@/blog',
    'postgres://ana:hunter2@localhost:port/blog',
    'postgres://ana:hunter2@localhost/blog?pool=0',
    'postgres://ana:hunter2@localhost/blog?pool=many',
    'postgres://ana:hunter2@localhost/blog?sslmode=hunter2',
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
