import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseSuite } from '../../services/database.suite.ts';
import type { DatabaseError } from '../../services/database-errors.ts';
import { openSchema } from '../fixtures/postgres-schema.ts';
import { PostgresDatabase } from './database.ts';

const server = process.env.TEST_DATABASE_URL;

if (server === undefined) {
  const skip = 'needs a server: start one with npm run services, and set TEST_DATABASE_URL to its address';
  test('PostgreSQL as a database', { skip }, () => {});
} else {
  databaseSuite('PostgreSQL', { runsBeside: true }, async (_, { deadline, pool = 10 }) => {
    const { url, drop } = await openSchema(server);
    const db = new PostgresDatabase(`${url}&pool=${pool}`, deadline === undefined ? {} : { deadline });
    await db.onStart();
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= db.onStop().then(drop);
      return closing;
    };
    return { db, close };
  });

  describe('where PostgreSQL differs from SQLite', () => {
    const open = async (t: TestContext, deadline?: number) => {
      const { url, drop } = await openSchema(server);
      const db = new PostgresDatabase(url, deadline === undefined ? {} : { deadline });
      await db.onStart();
      t.after(() => db.onStop().then(drop));
      return db;
    };

    test('a value whose position implies no type is a string, or needs a cast', async (t) => {
      const db = await open(t);
      assert.deepEqual(await db.get`select ${5} as bare, cast(${5} as integer) as typed`, { bare: '5', typed: 5 });
      await assert.rejects(db.all`select 1 as one where ${null} is null`, { code: 'syntax', message: /cast\(/ });
    });

    test('statement_timeout in the address replaces the deadline of statements', async (t) => {
      const db = new PostgresDatabase(`${server}?statement_timeout=60000`, { deadline: 1_000 });
      await db.onStart();
      t.after(() => db.onStop());
      assert.deepEqual(await db.get`show lock_timeout`, { lock_timeout: '48s' });
      assert.deepEqual(await db.get`select 1 as one from pg_sleep(1.3)`, { one: 1 });
      await db.transaction(async (tx) => {
        assert.deepEqual(await tx.get`select 1 as one from pg_sleep(1.3)`, { one: 1 });
      });
    });

    test('the wait for a connection counts towards the deadline of a statement', async (t) => {
      const db = new PostgresDatabase(`${server}?pool=1`, { deadline: 2_000 });
      await db.onStart();
      t.after(() => db.onStop());
      const holder = db.transaction(async (tx) => {
        await tx.get`select 1 as one`;
        await delay(1_500);
      });
      // Half a second is left when it gets the connection. On its own, the statement would end in time.
      await assert.rejects(db.get`select 1 as one from pg_sleep(1)`, { name: 'Unavailable' });
      await holder;
      assert.deepEqual(await db.get`select 1 as one from pg_sleep(1)`, { one: 1 });
    });

    test('a value that does not fit its column is refused with `value` and not repeated', async (t) => {
      const db = await open(t);
      await db.run`create table narrow (whole integer, note text, extra jsonb)`;
      const refused = [
        () => db.run`insert into narrow (whole) values (${'hunter2'})`,
        () => db.run`insert into narrow (whole) values (${2 ** 31})`,
        () => db.run`insert into narrow (note) values (${'hunter2\0'})`,
        () => db.run`insert into narrow (extra) values (${'{hunter2'})`,
      ];
      for (const attempt of refused) {
        const error = await failure(attempt());
        assert.equal(error.code, 'value', error.message);
        assert.doesNotMatch(
          JSON.stringify({ ...error, message: error.message, cause: error.cause }),
          /hunter2|2147483648/,
        );
      }
    });

    test('types that SQLite lacks come back as strings: JSON, dates, and timestamps in ISO format', async (t) => {
      const db = await open(t);
      await db.run`create table events (at timestamptz, day date, extra jsonb)`;
      const at = '2026-03-01T09:30:00.500Z';
      const row = await db.get`insert into events values (${at}, ${'2026-03-01'}, ${'{"a":1}'}) returning *`;
      assert.deepEqual(row, { at, day: '2026-03-01', extra: '{"a": 1}' });
    });

    test('a timestamp keeps its microseconds, unless its column is timestamptz(3)', async (t) => {
      const db = await open(t);
      await db.run`create table events (at timestamptz, rounded timestamptz(3))`;
      for (const [sent, at, rounded] of [
        ['09:30:00', '09:30:00.000', '09:30:00.000'],
        ['09:30:00.12345', '09:30:00.12345', '09:30:00.123'],
        ['09:30:00.650228', '09:30:00.650228', '09:30:00.650'],
      ]) {
        const time = `2026-03-01T${sent}Z`;
        assert.deepEqual(await db.get`insert into events values (${time}, ${time}) returning *`, {
          at: `2026-03-01T${at}Z`,
          rounded: `2026-03-01T${rounded}Z`,
        });
      }
    });

    test('a statement with more values than the protocol can count is refused', async (t) => {
      const db = await open(t);
      const values = Array.from({ length: 65_536 }, () => 1);
      const strings = ['select ', ...Array<string>(values.length - 1).fill(', '), ''];
      const template = Object.assign(strings, { raw: strings }) as unknown as TemplateStringsArray;
      await assert.rejects(db.all(template, ...values), { code: 'value', message: /65535.*65536/ });
    });

    test('settings in the address reach the server, whatever characters they contain', async (t) => {
      const name = "a b\\c'd=e";
      const db = new PostgresDatabase(`${server}?application_name=${encodeURIComponent(name)}`);
      await db.onStart();
      t.after(() => db.onStop());
      assert.deepEqual(await db.get`select current_setting('application_name') as name`, { name });
    });

    test('of two transactions in a deadlock, one continues and the other fails with busy', async (t) => {
      const db = await open(t);
      await db.run`create table counters (id text primary key, n integer)`;
      await db.run`insert into counters values ('a', 0), ('b', 0)`;
      let arrived = 0;
      let meet: () => void = () => {};
      const bothHaveOne = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const add = (first: string, second: string) =>
        db.transaction(async (tx) => {
          await tx.run`update counters set n = n + 1 where id = ${first}`;
          if (++arrived === 2) meet();
          await bothHaveOne;
          await tx.run`update counters set n = n + 1 where id = ${second}`;
        });
      const results = await Promise.allSettled([add('a', 'b'), add('b', 'a')]);
      const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'done'));
      assert.deepEqual(codes.sort(), ['busy', 'done']);
      assert.deepEqual(await db.all`select n from counters`, [{ n: 1 }, { n: 1 }]);
    });

    test('a statement that takes too long is Unavailable, and its connection stays usable', async (t) => {
      const db = await open(t, 300);
      await assert.rejects(db.all`select pg_sleep(5)`, {
        name: 'Unavailable',
        message: /timeout|did not respond in time/,
      });
      assert.deepEqual(await db.get`select 1 as one`, { one: 1 });
    });

    test('a transaction fails when the server closes its connection, and never continues on another one', async (t) => {
      const db = await open(t);
      await db.run`create table notes (id text)`;
      const work = db.transaction(async (tx) => {
        await tx.run`insert into notes values ('before')`;
        const { pid } = (await tx.get<{ pid: number }>`select pg_backend_pid() as pid`)!;
        await db.all`select pg_terminate_backend(${pid})`;
        const isThere = () => db.get`select pid from pg_stat_activity where pid = ${pid}`;
        while (await isThere());
        // By now the client knows that its connection is closed. A driver that reconnects would continue in a new session.
        for (let turn = 0; turn < 20; turn++) await db.get`select 1 as one`;
        await tx.run`insert into notes values ('after')`;
      });
      await assert.rejects(work, { name: 'Unavailable' });
      assert.deepEqual(await db.all`select id from notes`, []);
    });
  });
}

async function failure(promise: Promise<unknown>): Promise<DatabaseError> {
  return promise.then(
    () => assert.fail('expected an error'),
    (thrown: DatabaseError) => thrown,
  );
}

/** Starts a server that calls `meet` for every connection. */
async function listen(t: TestContext, meet: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    meet(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return `127.0.0.1:${(listener.address() as { port: number }).port}`;
}

describe('an unavailable PostgreSQL server', () => {
  const limits = { deadline: 200, patience: 400 };

  test('startup waits for it, then reports it without the password', async (t) => {
    const silent = await listen(t, () => {});
    const slammed = await listen(t, (socket) => socket.destroy());
    for (const address of ['127.0.0.1:1', silent, slammed]) {
      const db = new PostgresDatabase(`postgres://ana:hunter2@${address}/blog`, limits);
      const error = await failure(db.onStart());
      assert.equal(error.name, 'Unavailable');
      assert.match(
        error.message,
        /^PostgreSQL at 127\.0\.0\.1:\d+\/blog is still not available after 0\.4 s.*DATABASE_URL is right\.$/,
      );
      assert.doesNotMatch(`${error.message} ${JSON.stringify(error)}`, /hunter2|ana/);
      await db.onStop();
    }
  });

  test('before the start, every call fails and says why', async () => {
    const db = new PostgresDatabase('postgres://127.0.0.1:1/blog');
    await assert.rejects(db.all`select 1 as one`, { code: 'closed', message: /not been started.*onStart/ });
    await assert.rejects(
      db.transaction(async () => {}),
      { code: 'closed' },
    );
  });
});
