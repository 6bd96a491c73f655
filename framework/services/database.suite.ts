import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Database, type QueryEvent, queryChannel } from './database.ts';
import { DatabaseError, type DatabaseErrorCode } from './database-errors.ts';
import { type SqlPart, sql } from './sql.ts';

/** A started, empty database. */
export interface DatabaseUnderTest {
  db: Database;
  close(): Promise<void>;
}

export interface DatabaseToTest {
  /** For rules about waiting too long. */
  deadline?: number;
  /** The maximum number of connections, for drivers that use several. */
  pool?: number;
}

/** The differences between the databases. Everything else is the same for all of them. */
export interface DatabaseDifferences {
  /** Whether statements run concurrently with a transaction (PostgreSQL) or wait for its end (SQLite). */
  runsBeside: boolean;
}

/** The rules that every `Database` driver follows. */
export function databaseSuite(
  driver: string,
  { runsBeside }: DatabaseDifferences,
  open: (t: TestContext, wanted: DatabaseToTest) => Promise<DatabaseUnderTest>,
): void {
  function rule(
    name: string,
    check: (db: Database, close: () => Promise<void>) => Promise<void>,
    wanted: DatabaseToTest = {},
  ): void {
    test(name, async (t) => {
      const { db, close } = await open(t, wanted);
      try {
        await createTables(db);
        await check(db, close);
      } finally {
        await close();
      }
    });
  }

  describe(`${driver} as a database`, () => {
    describe('reading and writing', () => {
      rule('rows are plain objects with the columns as keys', async (db) => {
        await db.run`insert into people (id, email, age) values (${'p-1'}, ${'ana@example.com'}, ${34})`;
        const rows = await db.all`select id, email, age from people`;
        assert.deepEqual(rows, [{ id: 'p-1', email: 'ana@example.com', age: 34 }]);
        assert.equal(Object.getPrototypeOf(rows[0]), Object.prototype);
      });

      rule('get returns the first row, or undefined', async (db) => {
        assert.equal(await db.get`select * from people`, undefined);
        await addPeople(db, 'a', 'b');
        assert.deepEqual(await db.get`select id from people order by id`, { id: 'a' });
      });

      rule('run returns the number of changed rows', async (db) => {
        await addPeople(db, 'a', 'b', 'c');
        assert.deepEqual(await db.run`update people set age = ${1} where id <> ${'c'}`, { changes: 2 });
        assert.deepEqual(await db.run`update people set age = ${1} where id = ${'nobody'}`, { changes: 0 });
        assert.deepEqual(await db.run`delete from people`, { changes: 3 });
        assert.deepEqual(await db.run`create table later (id integer)`, { changes: 0 });
      });

      rule('returning yields the written rows, and the whole write happens', async (db) => {
        await addPeople(db, 'a', 'b');
        const first = await db.get`update people set age = ${7} returning age`;
        assert.deepEqual(first, { age: 7 });
        assert.deepEqual(await db.all`select age from people`, [{ age: 7 }, { age: 7 }]);
      });

      rule('a column that is added later appears in the next select *', async (db) => {
        await addPeople(db, 'a');
        const read = () => db.get<object>`select * from people`;
        const before = Object.keys((await read())!);
        await db.run`alter table people add column nick text`;
        assert.deepEqual(Object.keys((await read())!), [...before, 'nick']);
      });
    });

    describe('values', () => {
      for (const text of SQL_LOOKING) {
        rule(`${JSON.stringify(text)} is stored and read back as it is, in every position`, async (db) => {
          await db.run`insert into people (id, email) values (${text}, ${`${text}@`})`;
          await db.run`insert into posts (id, title, author_id) values (${'1'}, ${'old'}, ${text})`;
          assert.deepEqual(await db.run`update posts set title = ${text} where author_id = ${text}`, { changes: 1 });
          assert.deepEqual(await db.get`select id, title, author_id from posts where title in (${text}, ${'x'})`, {
            id: '1',
            title: text,
            author_id: text,
          });
          assert.deepEqual(
            await db.get`select count(*) as n from posts where title like ${'%'} || ${escapeLike(text)} escape ${'!'}`,
            { n: 1 },
          );
          assert.deepEqual(await db.get`select lower(${'A'}) || ${text} as joined`, { joined: `a${text}` });
          assert.deepEqual(
            await db.all`select id from posts where exists (select 1 from people where id = ${text}) order by ${text}`,
            [{ id: '1' }],
          );
          assert.deepEqual(await db.get`insert into people (id, email) values (${'new'}, ${text}) returning email`, {
            email: text,
          });
          assert.deepEqual(await db.run`delete from people where email = ${text}`, { changes: 1 });
        });
      }

      rule('any string is read back as it was', async (db) => {
        const texts = [
          '',
          ' ',
          'é😀漢字',
          'line\nbreak\r\n\ttab',
          "it's",
          '"quoted"',
          '\\',
          '%_',
          '\u2028',
          'x'.repeat(100_000),
        ];
        for (const text of [...texts, '\uFEFFa byte order mark before a longer text']) {
          assert.deepEqual(await db.get`select cast(${text} as text) as text`, { text });
        }
      });

      rule('a lone surrogate becomes the replacement character, as everywhere in UTF-8', async (db) => {
        assert.deepEqual(await db.get`select cast(${'a\ud800b\udc00'} as text) as text`, { text: 'a\uFFFDb\uFFFD' });
      });

      rule('numbers are read back as they were', async (db) => {
        await db.run`create table numbers (whole bigint, real double precision)`;
        for (const whole of [
          0,
          1,
          -1,
          2 ** 31 - 1,
          2 ** 31,
          -(2 ** 31) - 1,
          1_794_712_038_548,
          Number.MAX_SAFE_INTEGER,
        ]) {
          assert.deepEqual(await db.get`insert into numbers (whole) values (${whole}) returning whole`, { whole });
          assert.deepEqual(await db.get`select whole from numbers where whole = ${whole}`, { whole });
        }
        for (const real of [0.1, -1.5, 1e300, 5e-324]) {
          assert.deepEqual(await db.get`insert into numbers (real) values (${real}) returning real`, { real });
        }
      });

      rule('an integer beyond 2^53 is a bigint, never a rounded number', async (db) => {
        await db.run`create table numbers (whole bigint)`;
        for (const whole of [2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n]) {
          assert.deepEqual(await db.get`insert into numbers values (${whole}) returning whole`, { whole });
        }
        assert.deepEqual(await db.get`insert into numbers values (${12n}) returning whole`, { whole: 12 });
      });

      rule('a boolean comes back as 1 or 0, even from a comparison', async (db) => {
        await db.run`insert into posts (id, title, published) values (${'a'}, ${'A'}, ${true})`;
        assert.deepEqual(await db.get`select published, id = ${'b'} as is_b from posts`, { published: 1, is_b: 0 });
        await db.run`update posts set published = ${0}`;
        assert.deepEqual(await db.get`select published from posts`, { published: 0 });
        await db.run`insert into people (id, email, age) values (${'p'}, ${'p@'}, ${true})`;
        assert.deepEqual(await db.get`select age from people`, { age: 1 });
      });

      rule('counts, sums and averages are numbers', async (db) => {
        await addPeople(db, 'a', 'b');
        await db.run`update people set age = ${3}`;
        const numbers = await db.get`select count(*) as n, sum(age) as total, avg(age) as average from people`;
        assert.deepEqual(numbers, { n: 2, total: 6, average: 3 });
      });

      rule('bytes are read back as they were', async (db) => {
        const type = runsBeside ? 'bytea' : 'blob';
        const sql = `create table files (content ${type})`;
        await db.run(Object.assign([sql], { raw: [sql] }) as unknown as TemplateStringsArray);
        for (const content of [new Uint8Array(), new Uint8Array([0, 1, 255]), new Uint8Array(100_000).fill(7)]) {
          const row = await db.get<{ content: Uint8Array }>`insert into files values (${content}) returning content`;
          assert.equal(row!.content.constructor, Uint8Array);
          assert.deepEqual(row!.content, content);
          assert.deepEqual(await db.get`select ${content} as bare`, { bare: content });
        }
      });

      rule('a number matches the same number stored as text', async (db) => {
        await db.run`insert into people (id, email) values (${5}, ${true})`;
        assert.deepEqual(await db.all`select id, email from people where id = ${5}`, [{ id: '5', email: '1' }]);
      });

      rule('null and booleans are stored and found', async (db) => {
        await db.run`insert into posts (id, title, author_id, published) values (${'a'}, ${'A'}, ${null}, ${true})`;
        await db.run`insert into posts (id, title, author_id, published) values (${'b'}, ${'B'}, ${null}, ${false})`;
        assert.deepEqual(await db.all`select id, author_id from posts where published = ${true}`, [
          { id: 'a', author_id: null },
        ]);
        assert.deepEqual(await db.all`select id from posts where published = ${false}`, [{ id: 'b' }]);
      });

      const refused: [string, unknown, RegExp][] = [
        ['undefined', undefined, /undefined.*null/],
        ['a Date', new Date(), /Date.*toISOString/],
        ['NaN', Number.NaN, /NaN/],
        ['Infinity', Number.POSITIVE_INFINITY, /infinite/],
        ['a promise', Promise.resolve('x'), /await/],
        ['an array', ['secret'], /array/],
        ['an object', { toString: () => 'secret' }, /object/],
        ['a function', () => 'secret', /function/],
        ['a symbol', Symbol('secret'), /symbol/],
        ['a bigint of 65 bits', 2n ** 63n, /64-bit/],
      ];
      for (const [name, value, message] of refused) {
        rule(`${name} is rejected, with its position`, async (db) => {
          const error = await failure(
            db.run`insert into people (id, email) values (${'a'}, ${value as string})`,
            'value',
          );
          assert.match(error.message, message);
          assert.match(error.message, /^Value 2 /);
          assert.match(error.message, /insert into people/);
          assert.doesNotMatch(error.message, /secret/);
          assert.deepEqual(await db.all`select id from people`, []);
        });
      }
    });

    describe('composed statements', () => {
      const ids = async (db: Database, condition: SqlPart) =>
        (await db.all<{ id: string }>`select id from people where ${condition} order by id`).map(({ id }) => id);

      rule(
        'a fragment is part of the statement, at any depth, and its values are parameters in the right order',
        async (db) => {
          await addPeople(db, 'a', 'b', "'; --");
          const inner = sql`id = ${"'; --"} or id = ${'b'}`;
          const outer = sql`(${inner}) and email <> ${'b@'}`;
          assert.deepEqual(
            await db.all`select ${sql`id, ${'x'} as mark`} from people where ${'1'} = ${'1'} and ${outer} and id <> ${'z'}`,
            [{ id: "'; --", mark: 'x' }],
          );
        },
      );

      rule('a fragment may be used twice, and be a whole statement', async (db) => {
        await addPeople(db, 'a', 'b');
        const match = sql`id = ${'a'}`;
        assert.deepEqual(await ids(db, sql`${match} or not (${match})`), ['a', 'b']);
        const all = sql`select id from people where ${match}`;
        assert.deepEqual(await db.all`${all}`, [{ id: 'a' }]);
      });

      rule('in takes an array of strings or numbers, and not in too', async (db) => {
        await addPeople(db, 'a', 'b', 'c');
        await db.run`update people set age = 7 where id = 'c'`;
        assert.deepEqual(await ids(db, sql`id in ${['c', "a'; --", 'a']}`), ['a', 'c']);
        assert.deepEqual(await ids(db, sql`id NOT\n IN ${['a', 'c']}`), ['b']);
        assert.deepEqual(await ids(db, sql`age in ${[7, 8]} and id in ${['c']}`), ['c']);
      });

      rule('no row is in an empty array, and every row is not in it', async (db) => {
        await addPeople(db, 'a', 'b');
        assert.deepEqual(await ids(db, sql`id in ${[]}`), []);
        assert.deepEqual(await ids(db, sql`age in ${[]}`), []);
        assert.deepEqual(await ids(db, sql`id = ${'a'} or id in ${[]} and id = ${'b'}`), ['a']);
        assert.deepEqual(await ids(db, sql`not id in ${[]} and id = ${'b'}`), ['b']);
        assert.deepEqual(await ids(db, sql`id not in ${[]}`), ['a', 'b']);
        assert.deepEqual(await ids(db, sql`age not in ${[]}`), ['a', 'b']);
        assert.deepEqual(await ids(db, sql`id = ${'a'} and id not in ${[]}`), ['a']);
      });

      rule('conditions that are missing are left out', async (db) => {
        await addPeople(db, 'a', 'b', 'c');
        const find = (id: string, notId?: string) =>
          ids(db, sql.and([id && sql`id = ${id} or id = ${'c'}`, notId !== undefined && sql`id <> ${notId}`]));
        assert.deepEqual(await find('', undefined), ['a', 'b', 'c']);
        assert.deepEqual(await find('a', undefined), ['a', 'c']);
        assert.deepEqual(await find('a', 'c'), ['a']);
        assert.deepEqual(await ids(db, sql`id = ${'a'} and ${sql.or([sql`id = ${'b'}`, sql`id = ${'c'}`])}`), []);
        assert.deepEqual(await ids(db, sql.or([null, undefined, false])), []);
      });

      rule('a condition that is not a fragment is rejected instead of left out', async () => {
        for (const condition of ['id = 1', true, {}, Promise.resolve()] as never[]) {
          for (const combine of [sql.and, sql.or, sql.join])
            assert.throws(() => combine([condition]), { code: 'misuse', message: /take fragments.*sql`…`/ });
        }
      });

      rule('join writes several rows, and sets the columns that are there', async (db) => {
        const people = [
          { id: 'a', email: 'a@' },
          { id: 'b', email: 'b@' },
        ];
        const rows = people.map(({ id, email }) => sql`(${id}, ${email})`);
        assert.deepEqual(await db.run`insert into people (id, email) values ${sql.join(rows)}`, { changes: 2 });
        const changes = sql.join([sql`age = ${3}`, undefined, sql`email = ${'new'}`]);
        await db.run`update people set ${changes} where id = ${'a'}`;
        assert.deepEqual(await db.get`select age, email from people where id = ${'a'}`, { age: 3, email: 'new' });
      });

      rule('a fragment works inside a transaction', async (db) => {
        await addPeople(db, 'a', 'b');
        await db.transaction(async (tx) => assert.deepEqual(await ids(tx, sql`id in ${['b']}`), ['b']));
      });

      rule('an array of more values than the database can count is rejected with `value`', async (db) => {
        await failure(ids(db, sql`id in ${Array.from({ length: 70_000 }, String)}`), 'value');
      });
    });

    describe('wrong calls', () => {
      rule('a string instead of a template is rejected before it reaches the database', async (db) => {
        // @ts-expect-error It does not compile either. Code that bypasses the compiler gets this error.
        await failure(db.run("delete from people where id = 'a'"), 'misuse');
        const string = "delete from people where id = 'a'" as unknown as TemplateStringsArray;
        const fromJson = JSON.parse('["delete from people"]') as TemplateStringsArray;
        const disguised = { 0: 'delete from people', length: 1, raw: ['x'] } as unknown as TemplateStringsArray;
        await addPeople(db, 'a');
        for (const sql of [string, fromJson, disguised, undefined as unknown as TemplateStringsArray]) {
          for (const call of [() => db.all(sql), () => db.get(sql), () => db.run(sql)]) {
            assert.match((await failure(call(), 'misuse')).message, /template/);
          }
          await failure(
            db.transaction((tx) => tx.run(sql)),
            'misuse',
          );
        }
        assert.deepEqual(await db.all`select id from people`, [{ id: 'a' }]);
      });

      rule('a second statement in one call is rejected, and the first is not run', async (db) => {
        const both = db.run`insert into people (id, email) values ('a', 'a'); delete from people`;
        assert.match((await failure(both, 'syntax')).message, /A call can run only one statement/);
        assert.deepEqual(await db.all`select id from people`, []);
        assert.deepEqual(await db.all`select 1 as one; -- the end`, [{ one: 1 }]);
      });

      rule('a value inside quotes is rejected', async (db) => {
        await failure(db.all`select * from people where email like '%${'a'}%'`, 'syntax');
      });

      rule(
        'a value in the definition of a table or a view is rejected, with a message about definitions',
        async (db) => {
          for (const value of [7, Date.now()]) {
            const definitions = [
              () => db.run`alter table people add column since bigint not null default ${value}`,
              () => db.run`create table ages (age bigint default (${value}))`,
              () => db.run`create table ages (age bigint check (age < ${value}))`,
              () => db.run`create view aged as select id from people where age < ${value}`,
            ];
            for (const definition of definitions)
              assert.match(
                (await failure(definition(), 'syntax')).message,
                /^The definition in "(alter|create)" can't contain/,
              );
          }
        },
      );

      rule('two columns with the same name are rejected, because a row could keep only one', async (db) => {
        await db.run`insert into people (id, email) values (${'a'}, ${'a'})`;
        const error = await failure(db.all`select p.id, q.id from people p, people q`, 'syntax');
        assert.match(error.message, /"id".*as/s);
      });

      for (const control of ['begin', 'COMMIT', 'rollback', 'savepoint a', '/* now */ begin', '-- now\n  commit']) {
        rule(`${JSON.stringify(control)} by hand is rejected`, async (db) => {
          const strings = Object.assign([control], { raw: [control] }) as unknown as TemplateStringsArray;
          assert.match((await failure(db.run(strings), 'misuse')).message, /db\.transaction/);
        });
      }

      rule('a stopped database rejects with closed', async (db, close) => {
        await close();
        await failure(db.all`select 1 as one`, 'closed');
        await failure(
          db.transaction(async () => {}),
          'closed',
        );
      });
    });

    describe('errors', () => {
      const refusals: [DatabaseErrorCode, string, (db: Database) => Promise<unknown>][] = [
        ['unique', 'a taken primary key', (db) => db.run`insert into people (id, email) values (${'a'}, ${'new'})`],
        [
          'unique',
          'a taken value of a unique column',
          (db) => db.run`insert into people (id, email) values ('n', 'a@')`,
        ],
        ['unique', 'an update to a taken value', (db) => db.run`update people set email = 'a@'`],
        [
          'foreign_key',
          'a missing row',
          (db) => db.run`insert into posts (id, title, author_id) values ('n', 't', 'no')`,
        ],
        ['foreign_key', 'a row others refer to', (db) => db.run`delete from people where id = 'a'`],
        ['not_null', 'null in a required column', (db) => db.run`insert into people (id, email) values ('n', ${null})`],
        ['check', 'a check of the table', (db) => db.run`update people set age = ${-1} where id = 'a'`],
        ['syntax', 'a misspelt word', (db) => db.all`selec id from people`],
        ['syntax', 'no statement', (db) => db.all` -- nothing`],
        ['syntax', 'an unknown table', (db) => db.all`select id from nowhere`],
        ['syntax', 'an unknown column', (db) => db.all`select nothing from people`],
        ['syntax', 'a table that exists', (db) => db.run`create table people (id text)`],
      ];
      for (const [code, name, attempt] of refusals) {
        rule(`${name}: ${code}`, async (db) => {
          await addPeople(db, 'a', 'b');
          await db.run`insert into posts (id, title, author_id) values ('1', 'First', 'a')`;
          const error = await failure(attempt(db), code);
          assert.ok(error.message.length > 0);
          assert.equal(typeof error.sql, 'string');
          assert.deepEqual(await db.all`select id from people order by id`, [{ id: 'a' }, { id: 'b' }]);
        });
      }

      rule('a unique error names the table and the columns of the constraint', async (db) => {
        await db.run`create table members (team text, person text, "Odd name" text unique, primary key (team, person))`;
        await db.run`insert into members values ('a', 'b', 'c')`;
        const violations: [string, string[]][] = [
          ['b', ['team', 'person']],
          ['other', ['Odd name']],
        ];
        for (const [person, columns] of violations) {
          const error = await failure(db.run`insert into members values (${'a'}, ${person}, ${'c'})`, 'unique');
          assert.deepEqual({ table: error.table, columns: error.columns }, { table: 'members', columns });
        }
        await db.run`create unique index nicknames on people (lower(email))`;
        await addPeople(db, 'a');
        const error = await failure(db.run`insert into people (id, email) values ('b', ${'A@'})`, 'unique');
        assert.deepEqual([error.constraint, error.columns], ['nicknames', undefined]);
      });

      rule('an error contains the statement, and none of its values', async (db) => {
        await addPeople(db, 'hunter2');
        const error = await failure(db.run`insert into people (id, email) values (${'hunter2'}, ${'x'})`, 'unique');
        assert.match(error.sql!, /^insert into people/);
        assert.doesNotMatch(JSON.stringify({ ...error, message: error.message }), /hunter2/);
      });
    });

    describe('transactions', () => {
      rule('a transaction returns the result of its function, and its changes stay', async (db) => {
        const result = await db.transaction(async (tx) => {
          await addPeople(tx, 'a', 'b');
          return tx.all`select id from people order by id`;
        });
        assert.deepEqual(result, [{ id: 'a' }, { id: 'b' }]);
        assert.deepEqual(await db.all`select id from people order by id`, result);
      });

      rule('a thrown value rolls back the whole transaction, and is rethrown unchanged', async (db) => {
        const thrown = new Error('changed my mind');
        await assert.rejects(
          db.transaction(async (tx) => {
            await addPeople(tx, 'a', 'b');
            throw thrown;
          }),
          (error) => error === thrown,
        );
        const notAsync = (() => {
          throw thrown;
        }) as () => Promise<void>;
        await assert.rejects(db.transaction(notAsync), (error) => error === thrown);
        assert.deepEqual(await db.all`select id from people`, []);
      });

      rule('other connections never see an unfinished transaction', async (db) => {
        await addPeople(db, 'a', 'b');
        let seen: Promise<unknown[]> | undefined;
        await assert.rejects(
          db.transaction(async (tx) => {
            await tx.run`update people set age = ${1}`;
            seen = db.all`select id from people where age = ${1}`;
            await new Promise(setImmediate);
            throw new Error('never mind');
          }),
        );
        assert.deepEqual(await seen, []);
      });

      rule('a sum over rows that transactions modify is consistent at every moment', async (db) => {
        await addPeople(db, 'a', 'b');
        await db.run`update people set age = ${50}`;
        const move = () =>
          db.transaction(async (tx) => {
            await tx.run`update people set age = age - 1 where id = ${'a'}`;
            await new Promise(setImmediate);
            await tx.run`update people set age = age + 1 where id = ${'b'}`;
          });
        const look = () => db.get`select cast(sum(age) as integer) as total from people`;
        const work = Array.from({ length: 20 }, (_, index) => (index % 2 ? look() : move()));
        for (const seen of await Promise.all(work)) if (seen) assert.deepEqual(seen, { total: 100 });
        assert.deepEqual(await db.all`select age from people order by id`, [{ age: 40 }, { age: 60 }]);
      });

      rule('of two inserts that race for one key, one wins and the other fails with unique', async (db) => {
        const register = (id: string) =>
          db.transaction(async (tx) => {
            await tx.get`select id from people where email = ${'ana@example.com'}`;
            await new Promise(setImmediate);
            await tx.run`insert into people (id, email) values (${id}, ${'ana@example.com'})`;
            return id;
          });
        const results = await Promise.allSettled([register('a'), register('b')]);
        const winners = results.filter((result) => result.status === 'fulfilled').map(({ value }) => ({ id: value }));
        const losers = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.code);
        assert.deepEqual(losers, ['unique']);
        assert.deepEqual(await db.all`select id from people`, winners);
      });

      rule('a nested transaction that fails rolls back only its own changes', async (db) => {
        await db.transaction(async (tx) => {
          await addPeople(tx, 'outer');
          const inner = tx.transaction(async (nested) => {
            await addPeople(nested, 'inner');
            await nested.transaction((deeper) => addPeople(deeper, 'deeper'));
            await addPeople(nested, 'outer');
          });
          await failure(inner, 'unique');
          await addPeople(tx, 'after');
        });
        assert.deepEqual(await db.all`select id from people order by id`, [{ id: 'after' }, { id: 'outer' }]);
      });

      rule('a nested transaction is rolled back with the outer one', async (db) => {
        const work = db.transaction(async (tx) => {
          await tx.transaction((nested) => addPeople(nested, 'inner'));
          throw new Error('all of it');
        });
        await assert.rejects(work, /all of it/);
        assert.deepEqual(await db.all`select id from people`, []);
      });

      rule('concurrent nested transactions do not mix', async (db) => {
        await db.transaction(async (tx) => {
          const results = await Promise.allSettled(
            ['a', 'b', 'c', 'd'].map((id) =>
              tx.transaction(async (nested) => {
                await addPeople(nested, id);
                await new Promise(setImmediate);
                if (id === 'b' || id === 'd') throw new Error('not this one');
              }),
            ),
          );
          assert.deepEqual(
            results.map(({ status }) => status),
            ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
          );
        });
        assert.deepEqual(await db.all`select id from people order by id`, [{ id: 'a' }, { id: 'c' }]);
      });

      rule('a statement of the outer transaction is not part of a concurrent nested one', async (db) => {
        await db.transaction(async (tx) => {
          let outer: Promise<void> | undefined;
          const inner = tx.transaction(async (nested) => {
            await addPeople(nested, 'inner');
            outer = addPeople(tx, 'outer');
            await new Promise(setImmediate);
            throw new Error('the inner one only');
          });
          await assert.rejects(inner, /the inner one only/);
          await outer;
        });
        assert.deepEqual(await db.all`select id from people`, [{ id: 'outer' }]);
      });

      rule('a failed statement aborts its transaction, even if the error was caught', async (db) => {
        await addPeople(db, 'taken');
        const work = db.transaction(async (tx) => {
          await addPeople(tx, 'new');
          await failure(addPeople(tx, 'taken'), 'unique');
          const error = await failure(addPeople(tx, 'next'), 'aborted');
          assert.match(error.message, /tx\.transaction/);
        });
        await failure(work, 'unique');
        assert.deepEqual(await db.all`select id from people`, [{ id: 'taken' }]);
      });

      rule('tx rejects every call after its transaction has ended', async (db) => {
        let kept: Database | undefined;
        let nested: Database | undefined;
        await db.transaction(async (tx) => {
          kept = tx;
          await tx.transaction(async (inner) => {
            nested = inner;
          });
          await failure(nested!.all`select 1 as one`, 'closed');
        });
        for (const tx of [kept!, nested!]) {
          await failure(addPeople(tx, 'late'), 'closed');
          await failure(
            tx.transaction(async () => {}),
            'closed',
          );
        }
        await assert.rejects(
          db.transaction(async (tx) => {
            kept = tx;
            throw new Error('no');
          }),
        );
        await failure(addPeople(kept!, 'late'), 'closed');
        assert.deepEqual(await db.all`select id from people`, []);
      });

      rule('a nested transaction that was not awaited finishes before the outer one ends', async (db) => {
        await db.transaction(async (tx) => {
          void tx.transaction(async (nested) => {
            await new Promise(setImmediate);
            await addPeople(nested, 'inner');
          });
        });
        assert.deepEqual(await db.all`select id from people`, [{ id: 'inner' }]);
      });
    });

    describe('a statement on db inside a transaction', () => {
      if (runsBeside) {
        rule('runs concurrently, and sees none of its changes', async (db) => {
          await db.transaction(async (tx) => {
            await addPeople(tx, 'a');
            assert.deepEqual(await db.all`select id from people`, []);
          });
          assert.deepEqual(await db.all`select id from people`, [{ id: 'a' }]);
        });
      }

      rule(
        'that waits for its own transaction fails after the deadline, and is told to use tx',
        async (db) => {
          const work = db.transaction(async (tx) => {
            await addPeople(tx, 'a');
            await db.all`select id from people`;
          });
          await assert.rejects(work, (error: DatabaseError) => {
            // Having no connection left can also be caused by load, so it is a 503 and not necessarily a bug.
            assert.equal(error.code, runsBeside ? 'unavailable' : 'busy');
            assert.match(error.message, /use (the )?tx .*instead of db/);
            return true;
          });
          assert.deepEqual(await db.all`select id from people`, [], 'rolled back, and in order again');
        },
        { deadline: 500, pool: 1 },
      );
    });

    describe('the connections', () => {
      rule(
        'they are counted: in use by a transaction, idle after it, and those who wait',
        async (db) => {
          const before = db.connections()!;
          assert.deepEqual([before.used, before.waiting], [0, 0]);
          let waiting: Promise<void> | undefined;
          await db.transaction(async (tx) => {
            await addPeople(tx, 'a');
            waiting = db.transaction((other) => addPeople(other, 'b'));
            await new Promise((resolve) => setImmediate(resolve));
            assert.deepEqual(db.connections(), { used: 1, idle: 0, waiting: 1 });
            assert.equal(tx.connections(), undefined);
          });
          await waiting;
          assert.deepEqual(db.connections(), { used: 0, idle: 1, waiting: 0 });
        },
        { pool: 1 },
      );
    });

    describe('the trace', () => {
      rule('reports each statement with its time and rows, and never a value', async (db) => {
        const events = await listen(async () => {
          await db.run`insert into people (id, email) values (${'hunter2'}, ${'hunter2@'})`;
          await db.all`select id from people where id in (${'hunter2'}, ${'x'})`;
          await db.get`select id from people where id = ${'nobody'}`;
          await failure(db.run`insert into people (id, email) values (${'hunter2'}, ${'x'})`, 'unique');
        });
        assert.deepEqual(
          events.map(({ rows, error }) => [rows, error?.code]),
          [
            [1, undefined],
            [1, undefined],
            [0, undefined],
            [undefined, 'unique'],
          ],
        );
        for (const { sql, ms } of events) {
          assert.match(sql, /people/);
          assert.ok(ms >= 0 && ms < 10_000);
        }
        assert.doesNotMatch(JSON.stringify(events), /hunter2/);
      });

      rule('reports where a transaction begins and ends', async (db) => {
        const events = await listen(async () => {
          await db.transaction((tx) => tx.all`select 1 as one`);
          await assert.rejects(db.transaction(() => Promise.reject(new Error('no'))));
        });
        assert.deepEqual(
          events.map(({ sql }) => sql),
          ['begin', 'select 1 as one', 'commit', 'begin', 'rollback'],
        );
      });
    });
  });
}

const SQL_LOOKING = [
  "'; drop table people; --",
  '1; delete from people',
  "' or '1'='1",
  '" or ""="',
  '?',
  '$1',
  ':id',
  '@id',
  "x' union select * from people --",
  '/* */ null',
  'null',
  '\\',
  "\\'; drop table people; --",
  '`',
  `\${id}`,
];

async function createTables(db: Database): Promise<void> {
  await db.run`create table people (id text primary key, email text not null unique, age integer check (age >= 0))`;
  await db.run`create table posts (
    id text primary key,
    title text not null,
    author_id text references people(id),
    published boolean not null default false
  )`;
}

async function addPeople(db: Database, ...ids: string[]): Promise<void> {
  for (const id of ids) await db.run`insert into people (id, email) values (${id}, ${`${id}@`})`;
}

/** The error of a promise that must reject with this code. */
async function failure(promise: Promise<unknown>, code: DatabaseErrorCode): Promise<DatabaseError> {
  const error = await promise.then(
    () => assert.fail(`expected an error with the code ${code}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof DatabaseError, `not a DatabaseError: ${error}`);
  assert.equal(error.code, code, error.message);
  return error;
}

async function listen(work: () => Promise<void>): Promise<QueryEvent[]> {
  const events: QueryEvent[] = [];
  const listener = (event: unknown) => void events.push(event as QueryEvent);
  queryChannel.subscribe(listener);
  try {
    await work();
  } finally {
    queryChannel.unsubscribe(listener);
  }
  return events;
}

function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
