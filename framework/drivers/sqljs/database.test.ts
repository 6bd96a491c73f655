import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { RecordingLog } from '../../fixtures/recording-log.ts';
import { databaseSuite } from '../../services/database.suite.ts';
import type { Database } from '../../services/database.ts';
import type { DatabaseError } from '../../services/database-errors.ts';
import { compiled } from '../fixtures/compiled.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { SqljsDatabase, type SqljsOptions } from './database.ts';
import { DatabaseFile } from './database-file.ts';

databaseSuite('sql.js in memory', { runsBeside: false }, async (_, { deadline }) => {
  const db = new SqljsDatabase('memory:', { deadline });
  await db.onStart();
  return { db, close: () => db.onStop() };
});

databaseSuite('sql.js with a file', { runsBeside: false }, async (t, { deadline }) => {
  const db = new SqljsDatabase(`file:${join(await temporaryFolder(t), 'blog.db')}`, { deadline });
  await db.onStart();
  return { db, close: () => db.onStop() };
});

async function start(t: TestContext, path: string, options?: SqljsOptions): Promise<SqljsDatabase> {
  const db = new SqljsDatabase(`file:${path}`, options);
  await db.onStart();
  t.after(() => db.onStop());
  return db;
}

/** SQL as a template, for SQL that is only known at run time. */
function template(sql: string): TemplateStringsArray {
  return Object.assign([sql], { raw: [sql] });
}

async function openPosts(t: TestContext, options?: SqljsOptions) {
  const folder = join(await temporaryFolder(t), 'data');
  mkdirSync(folder);
  const path = join(folder, 'blog.db');
  const db = await start(t, path, options);
  await db.run`create table posts (id text primary key, parent text references posts(id))`;
  return { db, path, folder };
}

async function ids(db: Database): Promise<string[]> {
  return (await db.all<{ id: string }>`select id from posts order by id`).map(({ id }) => id);
}

/** The posts on disk as they are now. */
async function idsOnDisk(t: TestContext, path: string): Promise<string[]> {
  return ids(await startCopy(t, path));
}

/** A database on a copy of the file and its journal, as a process that starts after a crash would find them. */
async function startCopy(t: TestContext, path: string): Promise<Database> {
  const copy = join(await temporaryFolder(t), 'copy.db');
  await copyFile(path, copy);
  if (existsSync(`${path}.journal`)) await copyFile(`${path}.journal`, `${copy}.journal`);
  return start(t, copy);
}

/** Everything on disk. */
function onDisk(path: string): (Buffer | undefined)[] {
  return [path, `${path}.journal`].map((file) => (existsSync(file) ? readFileSync(file) : undefined));
}

/** Holds saves back until `open` is called. */
function gate(t: TestContext) {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const save = DatabaseFile.prototype.save;
  t.mock.method(DatabaseFile.prototype, 'save', async function (this: DatabaseFile) {
    await opened;
    return save.call(this);
  });
  return { open };
}

/** Whether a promise is still pending after everything that doesn't need the disk has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  const settled = () => {
    pending = false;
  };
  promise.then(settled, settled);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  return pending;
}

describe('lifecycle', () => {
  test('before the start, every call fails and says why', async () => {
    const db = new SqljsDatabase('memory:');
    await assert.rejects(db.all`select 1 as one`, { code: 'closed', message: /not been started.*onStart/ });
    await assert.rejects(
      db.transaction(async () => {}),
      { code: 'closed' },
    );
    await db.onStop();
  });

  test('it can only be started again after it was stopped', async (t) => {
    const { db } = await openPosts(t);
    await assert.rejects(db.onStart(), { code: 'misuse', message: /already been started/ });
    await db.run`insert into posts (id) values ('a')`;
    await db.onStop();
    await db.onStop();
    await assert.rejects(db.all`select 1 as one`, { code: 'closed', message: /stopped/ });
    await db.onStart();
    assert.deepEqual(await ids(db), ['a']);
  });

  test('stopping lets running statements finish, saves them, and leaves only the file behind', async (t) => {
    const { db, path, folder } = await openPosts(t);
    const begun = Promise.all([
      db.run`insert into posts (id) values ('a')`,
      db.run`insert into posts (id) values ('b')`,
      db.transaction(async (tx) => {
        await tx.run`insert into posts (id) values ('c')`;
        await new Promise(setImmediate);
        await tx.run`insert into posts (id) values ('d')`;
      }),
      db.run`insert into posts (id) values ('e')`,
    ]);
    await db.onStop();
    await begun;
    assert.deepEqual(readdirSync(folder), ['blog.db']);
    assert.deepEqual(await idsOnDisk(t, path), ['a', 'b', 'c', 'd', 'e']);
  });

  test('a transaction that never ends does not prevent stopping, and cannot write afterwards', async (t) => {
    const { db, path, folder } = await openPosts(t, { deadline: 20 });
    let goOn: () => void = () => {};
    const endless = db.transaction(async (tx) => {
      await tx.run`insert into posts (id) values ('half')`;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await tx.run`insert into posts (id) values ('done')`;
    });
    await db.onStop();
    assert.deepEqual(readdirSync(folder), ['blog.db']);
    await db.onStart();
    goOn();
    await assert.rejects(endless, { code: 'closed' });
    await db.run`insert into posts (id) values ('next')`;
    assert.deepEqual(await idsOnDisk(t, path), ['next']);
  });

  test('a write whose save waits for such a transaction fails, because the database was stopped', async (t) => {
    const { db, path } = await openPosts(t, { deadline: 1_000 });
    let goOn: () => void = () => {};
    const { open } = gate(t);
    const first = db.run`insert into posts (id) values ('first')`;
    // Both wait for the first save. The transaction runs after the second write and before its save.
    const second = db.run`insert into posts (id) values ('second')`;
    const endless = db.transaction(async () => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    });
    const refusals = Promise.all([
      assert.rejects(second, { code: 'closed' }),
      assert.rejects(endless, { code: 'closed' }),
    ]);
    open();
    await first;
    await db.onStop();
    goOn();
    await refusals;
    assert.deepEqual(await idsOnDisk(t, path), ['first']);
  });

  test('databases in memory share nothing', async () => {
    const [one, two] = [new SqljsDatabase('memory:'), new SqljsDatabase('memory:')];
    await Promise.all([one.onStart(), two.onStart()]);
    await one.run`create table posts (id text)`;
    await assert.rejects(two.all`select * from posts`, { code: 'syntax' });
    await Promise.all([one.onStop(), two.onStop()]);
  });
});

describe('durability', () => {
  test('a write resolves when it is on disk, and not before', async (t) => {
    const { db, path } = await openPosts(t);
    const { open } = gate(t);
    const before = readFileSync(path);
    const writes: Promise<unknown>[] = [
      db.run`insert into posts (id) values ('run')`,
      db.get`insert into posts (id) values ('get') returning id`,
      db.transaction((tx) => tx.run`insert into posts (id) values ('transaction')`),
    ];
    for (const write of writes) assert.equal(await isPending(write), true);
    assert.deepEqual(readFileSync(path), before);
    open();
    await Promise.all(writes);
    assert.deepEqual(await idsOnDisk(t, path), ['get', 'run', 'transaction']);
  });

  test('a reader never sees changes that are not on disk yet', async (t) => {
    const { db } = await openPosts(t);
    const { open } = gate(t);
    const write = db.run`insert into posts (id) values ('a')`;
    const read = ids(db);
    const refusal = db.run`insert into posts (id) values ('a')`;
    refusal.catch(() => {});
    assert.deepEqual([await isPending(read), await isPending(refusal)], [true, true]);
    open();
    await write;
    assert.deepEqual(await read, ['a']);
    await assert.rejects(refusal, { code: 'unique' });
  });

  test('reads and rolled back transactions cause no save', async (t) => {
    const { db } = await openPosts(t);
    const save = t.mock.method(DatabaseFile.prototype, 'save');
    await ids(db);
    await db.all`with one as (select 1 as n) select n from one`;
    await db.transaction((tx) => ids(tx));
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.run`insert into posts (id) values ('a')`;
        throw new Error('no');
      }),
    );
    assert.equal(save.mock.callCount(), 0);
  });

  test('a start that changes nothing leaves the file alone', async (t) => {
    const { db, path } = await openPosts(t);
    await db.run`insert into posts (id) values ('a')`;
    await db.onStop();
    const before = onDisk(path);
    await db.onStart();
    await db.run`create table if not exists posts (id text primary key, parent text)`;
    assert.deepEqual(onDisk(path), before);
    await db.run`create index if not exists parents on posts (parent)`;
    const indexed = onDisk(path);
    assert.notDeepEqual(indexed, before, 'a new index is saved');
    await db.run`create index if not exists parents on posts (parent)`;
    await db.run`delete from posts where id = 'nobody'`;
    await db.transaction((tx) => tx.run`update posts set parent = null where id = 'nobody'`);
    assert.deepEqual(onDisk(path), indexed);
    await db.onStop();
    const stopped = statSync(path);
    await db.onStart();
    await db.onStop();
    assert.deepEqual([statSync(path).ino, statSync(path).mtimeMs], [stopped.ino, stopped.mtimeMs]);
  });

  test('a file that is nearly too large for its disk can still be opened and read', {
    skip: process.platform === 'win32' && 'needs ulimit',
  }, async (t) => {
    const { db, path, folder } = await openPosts(t);
    await db.run`insert into posts (id) values (${'x'.repeat(100_000)})`;
    await db.onStop();
    const program = compiled(new URL('./database.ts', import.meta.url));
    const script = `
      import { SqljsDatabase } from ${JSON.stringify(program)};
      const db = new SqljsDatabase(${JSON.stringify(`file:${path}`)});
      await db.onStart();
      await db.run\`create table if not exists posts (id text primary key, parent text)\`;
      console.log((await db.all\`select id from posts\`).length);
      await db.run\`insert into posts (id) values ('more')\`.catch(({ code, message }) => console.log(code, message));
      console.log((await db.all\`select id from posts\`).length);
      await db.onStop();`;
    // No file may grow beyond 4 or 8 KB, depending on the shell.
    const args = ['-c', 'ulimit -f 8 && exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
    assert.match(
      stdout,
      /^1\ndisk blog\.db could not be saved \(EFBIG: [^/]*\)\. The write was undone.*\n1\n$/,
      stderr,
    );
    assert.deepEqual(readdirSync(folder), ['blog.db']);
  });

  test('waiting writes share one save', async (t) => {
    const { db, path } = await openPosts(t);
    const save = t.mock.method(DatabaseFile.prototype, 'save');
    const names = Array.from({ length: 100 }, (_, index) => `p${String(index).padStart(3, '0')}`);
    await Promise.all(
      names.map((id, index) =>
        index % 2
          ? db.run`insert into posts (id) values (${id})`
          : db.transaction((tx) => tx.run`insert into posts (id) values (${id})`),
      ),
    );
    assert.ok(
      save.mock.callCount() <= 2,
      `${save.mock.callCount()} saves: not the first alone and the others together`,
    );
    assert.deepEqual(await idsOnDisk(t, path), names);
  });

  test('a write is appended to the journal, and stopping makes it part of the file', async (t) => {
    const { db, path, folder } = await openPosts(t);
    const before = readFileSync(path);
    await db.run`insert into posts (id) values ('a')`;
    const [image, journal] = onDisk(path);
    assert.deepEqual(image, before);
    await db.run`insert into posts (id) values ('b')`;
    assert.deepEqual(onDisk(path)[1]!.subarray(0, journal!.length), journal, 'it is only ever appended to');
    await db.onStop();
    assert.deepEqual(readdirSync(folder), ['blog.db']);
    assert.deepEqual(await idsOnDisk(t, path), ['a', 'b']);
  });

  test('whatever is written, a copy of the files contains exactly the rows of the database', async (t) => {
    const path = join(await temporaryFolder(t), 'blog.db');
    const db = await start(t, path, { journalLimit: 100_000 });
    await db.run`create table items (id integer primary key, value, note default (hex(randomblob(9)))) `;
    await db.run`create index by_value on items (value)`;
    await db.run`create table log (item integer, at text)`;
    await db.run`create trigger logged after update on items begin insert into log values (new.id, current_timestamp || random()); end`;
    const values = [
      '',
      'a\0b',
      '\ud800',
      null,
      -0,
      1e300,
      2 ** 53,
      2n ** 62n,
      true,
      new Uint8Array([0, 255]),
      'x'.repeat(9_000),
    ];
    const fail = async (work: Promise<unknown>) => void (await work.catch(() => {}));
    const steps: ((on: Database, n: number) => Promise<unknown>)[] = [
      (on, n) => on.run`insert into items (value) values (${values[n % values.length]!})`,
      (on) => on.run`insert into items (value) values (9e999), (random()), (randomblob(5000))`,
      (on, n) => on.run`update items set value = ${n} where id % 7 = ${n % 7}`,
      (on, n) => on.run`delete from items where id in (select id from items where id % 3 = ${n % 3} limit 5)`,
      (on) => fail(on.run`insert or fail into items (id) select id + 1 from items`),
      (on) => fail(on.transaction(async (tx) => [await tx.run`update items set note = 'lost'`, await tx.run`oops`])),
      (on, n) => on.transaction((tx) => tx.run`replace into items (id, value) values (${n}, 'nested')`),
    ];
    const compare = async () => {
      const copy = await startCopy(t, path);
      for (const on of ['items', 'log', 'sqlite_schema']) {
        const rows = (from: Database) => from.all(template(`select * from ${on} order by 1, 2`));
        assert.deepEqual(await rows(copy), await rows(db), on);
      }
    };
    for (let round = 0; round < 25; round++) {
      const pick = () => Math.floor(Math.random() * 1_000);
      const some = Array.from({ length: 1 + (round % 8) }, pick);
      const run = (on: Database) => (n: number) => steps[n % steps.length]!(on, n);
      if (round % 2) await Promise.all(some.map(run(db)));
      else
        await fail(
          db.transaction(async (tx) => {
            for (const n of some) await run(tx)(n);
          }),
        );
      if (round === 10) await db.run`alter table items add column extra text default 'more'`;
      if (round === 20) await db.run`vacuum`;
      if (round % 3 === 0 || round === 20) await compare();
    }
    // Chance may have deleted nearly everything, and empty tables would prove nothing.
    for (let n = 0; n < 10; n++) await steps[0]!(db, n);
    await db.run`update items set note = 'last'`;
    await compare();
    for (const { rows } of await db.all<{
      rows: number;
    }>`select count(*) as rows from items union all select count(*) from log`) {
      assert.ok(rows > 5, `only ${rows} rows`);
    }
  });

  test('statements that reorganize the file are saved too', async (t) => {
    const { db, path } = await openPosts(t);
    for (const sql of ['vacuum', 'pragma user_version = 7', 'analyze', 'reindex', 'pragma journal_mode = wal']) {
      await db.run`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
        insert into posts (id) select i || hex(zeroblob(400)) from n`;
      await db.run`delete from posts`;
      await db.run(template(sql));
      await db.run`insert into posts (id) values ('after')`;
      assert.deepEqual(await idsOnDisk(t, path), ['after'], sql);
      await db.run`delete from posts`;
    }
    assert.deepEqual(await db.get`pragma user_version`, { user_version: 7 });
  });

  test('a large transaction that was rolled back leaves nothing behind, not even when the database is stopped', async (t) => {
    const { db, path } = await openPosts(t);
    await db.run`insert into posts (id) values ('a')`;
    const rolledBack = db.transaction(async (tx) => {
      // More than SQLite's cache holds, so it has to write some of it before the end.
      for (let n = 0; n < 40; n++) await tx.run`insert into posts (id) values (${n + 'x'.repeat(100_000)})`;
      await tx.run`update posts set parent = 'a'`;
      throw new Error('no');
    });
    await assert.rejects(rolledBack, { message: 'no' });
    assert.deepEqual(await idsOnDisk(t, path), ['a']);
    await db.onStop();
    assert.ok(statSync(path).size < 100_000);
    assert.deepEqual(await idsOnDisk(t, path), ['a']);
  });

  test('foreign keys are on after a save, and after the file is opened again', async (t) => {
    const { db, path } = await openPosts(t);
    const orphan = (on: Database) => on.run`insert into posts values ('b', 'missing')`;
    await db.run`insert into posts (id) values ('a')`;
    await assert.rejects(orphan(db), { code: 'foreign_key' });
    await db.onStop();
    await assert.rejects(orphan(await start(t, path)), { code: 'foreign_key' });
  });
});

describe('a failing disk', () => {
  /** Moves the folder away. The returned function moves it back. */
  function remove(folder: string) {
    renameSync(folder, `${folder}-away`);
    return () => renameSync(`${folder}-away`, folder);
  }

  test('a failed write is undone in memory too; the old file survives, and later writes work', async (t) => {
    const { db, path, folder } = await openPosts(t);
    await db.run`insert into posts (id) values ('old')`;
    const before = readFileSync(path);
    const giveBack = remove(folder);
    await assert.rejects(db.run`insert into posts (id) values ('new')`, (error: DatabaseError) => {
      assert.equal(error.code, 'disk');
      assert.match(error.message, /^blog\.db could not be saved \(ENOENT: [^/]*\)\. The write was undone/);
      // It may become part of a response. The log shows the cause too.
      assert.doesNotMatch(error.message, /data|\.lock/);
      assert.match(String(error.cause), /data.blog\.db\.lock/);
      return true;
    });
    assert.deepEqual(await ids(db), ['old'], 'reads still work');
    giveBack();
    assert.deepEqual(readFileSync(path), before);
    await db.run`insert into posts (id) values ('new')`;
    assert.deepEqual(await ids(db), ['new', 'old']);
    assert.deepEqual(await idsOnDisk(t, path), ['new', 'old']);
  });

  const needsFullDevice = { skip: existsSync('/dev/full') ? false : 'needs /dev/full' };

  test('a full disk is reported as such', needsFullDevice, async (t) => {
    const { db, path } = await openPosts(t);
    const before = readFileSync(path);
    // A save appends to this device, which is always full.
    symlinkSync('/dev/full', `${path}.journal`);
    await assert.rejects(db.run`insert into posts (id) values ('new')`, { code: 'disk', message: /ENOSPC/ });
    assert.deepEqual(onDisk(path), [before, undefined]);
    assert.deepEqual(await ids(db), []);
    await db.run`insert into posts (id) values ('new')`;
    assert.deepEqual(await idsOnDisk(t, path), ['new']);
  });

  test('a disk without room for a checkpoint can still have room for a write', needsFullDevice, async (t) => {
    const { db, path } = await openPosts(t, { journalLimit: 15_000 });
    const before = readFileSync(path);
    symlinkSync('/dev/full', `${path}.saving`);
    await db.run`insert into posts (id) values ('a')`;
    assert.equal(existsSync(`${path}.saving`), false, 'it was tried');
    assert.deepEqual(readFileSync(path), before);
    assert.deepEqual(await idsOnDisk(t, path), ['a']);
    for (const id of ['b', 'c', 'd', 'e']) await db.run`insert into posts (id) values (${id})`;
    assert.notDeepEqual(readFileSync(path), before, 'it is tried again when the journal has doubled');
    assert.deepEqual(await idsOnDisk(t, path), ['a', 'b', 'c', 'd', 'e']);
  });

  test('every write of a failed save is rejected, and readers see the state before it', async (t) => {
    const { db, folder } = await openPosts(t);
    await db.run`insert into posts (id) values ('old')`;
    const giveBack = remove(folder);
    const results = await Promise.allSettled([
      db.run`insert into posts (id) values ('a')`,
      db.run`insert into posts (id) values ('b')`,
      ids(db),
      db.transaction((tx) => tx.run`insert into posts (id) values ('c')`),
      ids(db),
      db.run`update posts set id = 'other' where id = 'nobody'`,
    ]);
    const told = results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code));
    assert.deepEqual(told, ['disk', 'disk', ['old'], 'disk', ['old'], 'disk']);
    giveBack();
    assert.deepEqual(await ids(db), ['old']);
    await assert.rejects(db.run`insert into posts values ('x', 'missing')`, { code: 'foreign_key' });
  });

  test('a transaction that only read, but read changes that were undone, fails as well', async (t) => {
    const { db, folder } = await openPosts(t);
    const giveBack = remove(folder);
    const first = db.run`insert into posts (id) values ('a')`;
    const second = db.run`insert into posts (id) values ('b')`;
    const reader = db.transaction((tx) => ids(tx));
    const results = await Promise.allSettled([first, second, reader]);
    assert.deepEqual(
      results.map((result) => result.status === 'rejected' && result.reason.code),
      ['disk', 'disk', 'disk'],
    );
    giveBack();
  });

  test('even the first write to a new file can fail', async (t) => {
    const folder = join(await temporaryFolder(t), 'data');
    mkdirSync(folder);
    const db = await start(t, join(folder, 'blog.db'));
    const giveBack = remove(folder);
    await assert.rejects(db.run`create table posts (id text)`, { code: 'disk' });
    await assert.rejects(db.all`select * from posts`, { code: 'syntax', message: 'no such table: posts' });
    giveBack();
    await db.run`create table posts (id text)`;
  });
});

describe('files of other programs', () => {
  test('a damaged file is refused and not changed', async (t) => {
    const { db, path, folder } = await openPosts(t);
    for (let index = 0; index < 20; index++) await db.run`insert into posts (id) values (${'x'.repeat(500) + index})`;
    await db.onStop();
    const good = readFileSync(path);
    const damages: [string, Buffer][] = [
      ['cut in half', good.subarray(0, good.length / 2)],
      ['cut after the header', good.subarray(0, 100)],
      ['a page overwritten', Buffer.concat([good.subarray(0, 8192), Buffer.alloc(4096, 7), good.subarray(12288)])],
      ['the header overwritten', Buffer.concat([good.subarray(0, 16), Buffer.alloc(84, 7), good.subarray(100)])],
    ];
    for (const [name, bytes] of damages) {
      writeFileSync(path, bytes);
      const attempt = new SqljsDatabase(`file:${path}`).onStart();
      await assert.rejects(
        attempt,
        { code: 'damaged', message: /blog\.db is damaged \(.+\)\. The file was not changed/ },
        name,
      );
      assert.deepEqual(readFileSync(path), bytes, name);
      assert.deepEqual(readdirSync(folder), ['blog.db'], name);
    }
    writeFileSync(path, good);
    assert.equal((await ids(await start(t, path))).length, 20);
  });

  test('a file of another format is refused and not changed', async (t) => {
    const path = join(await temporaryFolder(t), 'letter.txt');
    writeFileSync(path, 'Dear reader');
    const db = new SqljsDatabase(`file:${path}`);
    await assert.rejects(db.onStart(), { code: 'damaged', message: /letter\.txt is not an SQLite database/ });
    await assert.rejects(db.all`select 1 as one`, { code: 'closed' });
    assert.equal(readFileSync(path, 'utf8'), 'Dear reader');
  });

  test('a second handle on an open file is refused, and the first one keeps working', async (t) => {
    const { db, path } = await openPosts(t);
    const second = new SqljsDatabase(`file:${path}`);
    await assert.rejects(second.onStart(), { code: 'locked', message: /this process/ });
    await second.onStop();
    await db.run`insert into posts (id) values ('a')`;
    await db.onStop();
    await second.onStart();
    assert.deepEqual(await ids(second), ['a']);
    await second.onStop();
  });

  test('an edit by another program is not undone by the next save', async (t) => {
    const { db, path } = await openPosts(t);
    const other = join(await temporaryFolder(t), 'other.db');
    await copyFile(path, other);
    const editor = await start(t, other);
    await editor.run`insert into posts (id) values ('theirs')`;
    await editor.onStop();
    await copyFile(other, path);
    await assert.rejects(db.run`insert into posts (id) values ('more')`, { code: 'disk', message: /another program/ });
    await db.onStop();
    assert.deepEqual(await ids(await start(t, path)), ['theirs']);
  });

  test('changes that were saved before such an edit stay in the journal, and the next start reports the mismatch', async (t) => {
    const { db, path } = await openPosts(t);
    const original = readFileSync(path);
    await db.run`insert into posts (id) values ('ours')`;
    writeFileSync(path, Buffer.concat([original, Buffer.alloc(4096)]));
    await assert.rejects(db.run`insert into posts (id) values ('more')`, {
      code: 'disk',
      message: /blog\.db was changed/,
    });
    await db.onStop();
    await assert.rejects(db.onStart(), { code: 'damaged', message: /blog\.db\.journal does not belong to this file/ });
    writeFileSync(path, original);
    await db.onStart();
    assert.deepEqual(await ids(db), ['ours']);
  });
});

describe('a large file', () => {
  const open = async (path: string) => {
    const db = new SqljsDatabase(`file:${path}`, { largeFile: 100_000 });
    const log = new RecordingLog();
    db.log = log;
    await db.onStart();
    return { db, log };
  };
  const message = 'The database file is large, and all of it is in memory. Move to PostgreSQL.';

  test('is reported in the log once when it has grown, and once at the next start', async (t) => {
    const path = join(await temporaryFolder(t), 'blog.db');
    const { db, log } = await open(path);
    await db.run`create table posts (content text)`;
    assert.deepEqual(log.lines, []);
    for (let index = 0; index < 3; index++) await db.run`insert into posts values (${'x'.repeat(200_000)})`;
    assert.deepEqual(log.lines, [{ level: 'warn', message, fields: { file: path, megabytes: 0 } }]);
    await db.onStop();
    const again = await open(path);
    t.after(() => again.db.onStop());
    assert.deepEqual(again.log.at('warn').length, 1);
    await again.db.run`insert into posts values (${'one more'})`;
    assert.deepEqual(again.log.at('warn').length, 1);
  });

  test('in memory is not reported', async (t) => {
    const db = new SqljsDatabase('memory:', { largeFile: 1 });
    const log = new RecordingLog();
    db.log = log;
    await db.onStart();
    t.after(() => db.onStop());
    await db.run`create table posts (content text)`;
    assert.deepEqual(log.lines, []);
  });
});
