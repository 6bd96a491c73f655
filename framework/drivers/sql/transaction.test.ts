import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SqljsDatabase } from '../sqljs/database.ts';

async function openPosts(t: TestContext, deadline?: number): Promise<SqljsDatabase> {
  const db = new SqljsDatabase('memory:', { deadline });
  await db.onStart();
  t.after(() => db.onStop());
  await db.run`create table posts (id text primary key, likes integer not null default 0)`;
  return db;
}

test('transactions run one after another, so no other one changes what a transaction has read', async (t) => {
  const db = await openPosts(t);
  await db.run`insert into posts (id) values ('a')`;
  const like = () =>
    db.transaction(async (tx) => {
      const post = await tx.get<{ likes: number }>`select likes from posts`;
      await new Promise(setImmediate);
      await tx.run`update posts set likes = ${post!.likes + 1}`;
    });
  const alone = () => db.run`update posts set likes = likes + 1`;
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? alone() : like())));
  assert.deepEqual(await db.get`select likes from posts`, { likes: 40 });
});

test('a statement on db inside a transaction fails after the deadline, and the error says to use tx', async (t) => {
  const db = await openPosts(t, 20);
  const mistakes = [
    () => db.run`insert into posts (id) values ('b')`,
    () => db.all`select * from posts`,
    () => db.transaction(async () => {}),
  ];
  for (const mistake of mistakes) {
    const work = db.transaction(async (tx) => {
      await tx.run`insert into posts (id) values ('a')`;
      await mistake();
    });
    await assert.rejects(work, {
      name: 'DatabaseError',
      code: 'busy',
      message:
        /^Gave up after waiting 0\.02 s for a transaction to end.*waits for itself: use the tx it was given instead of db/,
    });
    assert.deepEqual(await db.all`select id from posts`, [], 'rolled back, and usable again');
  }
});

test('the error of a statement on the outer tx inside a nested transaction says to use the inner one', async (t) => {
  const db = await openPosts(t, 20);
  const work = db.transaction((tx) =>
    tx.transaction(async () => {
      await tx.run`insert into posts (id) values ('a')`;
    }),
  );
  await assert.rejects(work, {
    code: 'busy',
    message: /for a nested transaction.*use the inner tx instead of the outer/,
  });
});

test('another statement that waits past the deadline fails, and the transaction continues', async (t) => {
  const db = await openPosts(t, 20);
  let finish: (() => void) | undefined;
  const long = db.transaction(async (tx) => {
    await tx.run`insert into posts (id) values ('long')`;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    await tx.run`update posts set likes = 1`;
  });
  await assert.rejects(db.run`insert into posts (id) values ('bystander')`, {
    code: 'busy',
    message: /takes too long/,
  });
  finish!();
  await long;
  assert.deepEqual(await db.all`select * from posts`, [{ id: 'long', likes: 1 }]);
});

test('after SQLite itself has rolled back, later statements do not run outside the transaction', async (t) => {
  const db = await openPosts(t);
  await db.run`insert into posts (id) values ('taken')`;
  const outermost = db.transaction(async (tx) => {
    await tx.run`insert into posts (id) values ('before')`;
    await assert.rejects(tx.run`insert or rollback into posts (id) values ('taken')`, { code: 'unique' });
    await tx.run`insert into posts (id) values ('after')`.catch(() => {});
  });
  await assert.rejects(outermost, { code: 'unique' });
  const nested = db.transaction(async (tx) => {
    await tx.run`insert into posts (id) values ('before')`;
    await assert.rejects(
      tx.transaction((inner) => inner.run`insert or rollback into posts (id) values ('taken')`),
      { code: 'unique' },
    );
    await assert.rejects(tx.run`insert into posts (id) values ('after')`, { code: 'aborted' });
  });
  await assert.rejects(nested, { code: 'unique' });
  assert.deepEqual(await db.all`select id from posts`, [{ id: 'taken' }]);
});

test('a deferred constraint that fails at commit rolls the transaction back', async (t) => {
  const db = await openPosts(t);
  await db.run`create table tags (post text references posts(id) deferrable initially deferred)`;
  const work = db.transaction(async (tx) => {
    await tx.run`insert into posts (id) values ('a')`;
    await tx.run`insert into tags values ('missing')`;
  });
  await assert.rejects(work, { code: 'foreign_key' });
  assert.deepEqual(await db.all`select id from posts`, []);
  await db.transaction((tx) => tx.run`insert into posts (id) values ('b')`);
});

test('a nested transaction that never ends is abandoned, and cannot write afterwards', async (t) => {
  const db = await openPosts(t, 20);
  let later: (() => void) | undefined;
  let late: Promise<unknown> | undefined;
  const work = db.transaction(async (tx) => {
    late = tx.transaction(async (nested) => {
      await new Promise<void>((resolve) => {
        later = resolve;
      });
      await nested.run`insert into posts (id) values ('late')`;
    });
    late.catch(() => {});
    await tx.all`select 1 as one`.catch(() => {});
  });
  await assert.rejects(work, { code: 'busy', message: /nested transaction/ });
  later!();
  await assert.rejects(late!, { code: 'closed' });
  assert.deepEqual(await db.all`select id from posts`, []);
});

test('small reads need no timer', async (t) => {
  const db = await openPosts(t);
  const timer = t.mock.method(globalThis, 'setTimeout');
  await Promise.all(Array.from({ length: 500 }, () => db.all`select * from posts`));
  for (let index = 0; index < 500; index++) await db.get`select * from posts where id = ${index}`;
  assert.equal(timer.mock.callCount(), 0);
});
