import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PostgresConnection } from './connection.ts';
import { PostgresPool } from './pool.ts';

/** As much of a connection as the pool looks at. */
function poolOf(size: number) {
  const opened: { isGone: boolean; hasAnswered: boolean }[] = [];
  const pool = new PostgresPool('PostgreSQL at here', size, () => {
    const connection = {
      isGone: false,
      hasAnswered: true,
      destroy() {
        this.isGone = true;
      },
      async close() {
        this.isGone = true;
      },
    };
    opened.push(connection);
    return connection as unknown as PostgresConnection;
  });
  return { pool, opened, soon: () => performance.now() + 60_000 };
}

test('a connection is used again, and no more are opened than are needed', async () => {
  const { pool, opened, soon } = poolOf(2);
  for (let round = 0; round < 3; round++) pool.release(await pool.take(soon()));
  assert.equal(opened.length, 1);
});

test('whoever finds all connections lent waits, and comes in the order of arrival', async () => {
  const { pool, opened, soon } = poolOf(1);
  const first = await pool.take(soon());
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const connection = await pool.take(soon());
    order.push(name);
    pool.release(connection);
  });
  pool.release(first);
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'b', 'c']);
  assert.equal(opened.length, 1);
});

test('whoever waits too long is told what to do', async () => {
  const { pool, soon } = poolOf(1);
  const lent = await pool.take(soon());
  await assert.rejects(pool.take(performance.now() + 5), {
    name: 'Unavailable',
    message: /tx instead of db.*DATABASE_POOL \(1 now\)/,
  });
  pool.release(lent);
  assert.equal(await pool.take(soon()), lent, 'who left does not get it');
});

test('a lost connection is replaced when it is needed, in the pool and on its return', async () => {
  const { pool, opened, soon } = poolOf(1);
  const lent = await pool.take(soon());
  opened[0]!.isGone = true;
  pool.release(lent);
  pool.release(await pool.take(soon()));
  assert.equal(opened.length, 2);
  opened[1]!.isGone = true;
  await pool.take(soon());
  assert.equal(opened.length, 3);
});

test('while the server cannot be reached, others hear so at once, those who wait too', async () => {
  const { pool, opened, soon } = poolOf(1);
  const lent = await pool.take(soon());
  const waiting = [pool.take(soon()), pool.take(soon())];
  Object.assign(opened[0]!, { isGone: true, hasAnswered: false });
  pool.release(lent);
  for (const refused of [...waiting, pool.take(soon())]) await assert.rejects(refused, { name: 'Unavailable' });
  assert.equal(opened.length, 1, 'nobody has tried again yet');
});

test('it closes when all have come back, or when it has waited long enough', async () => {
  const { pool, opened, soon } = poolOf(2);
  const [returned, kept] = [await pool.take(soon()), await pool.take(soon())];
  pool.release(returned);
  const closing = pool.close(60_000);
  pool.release(kept);
  await closing;
  assert.deepEqual(
    opened.map(({ isGone }) => isGone),
    [true, true],
  );

  const other = poolOf(1);
  await other.pool.take(soon());
  await other.pool.close(5);
  assert.equal(other.opened[0]!.isGone, true);
});
