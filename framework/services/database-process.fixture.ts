// A process of its own: waits for a line, opens the database, and writes until somebody kills it. Each number goes into two
// tables, by single statements and by transactions, several at once; what was answered is printed.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { DatabaseError } from './database-errors.ts';
import { SqljsDatabase } from './sqljs-database.ts';

const require = createRequire(import.meta.url);
const withEngine = () => (require.resolve('sql.js') in require.cache ? 'with sql.js' : 'without sql.js');
const db = new SqljsDatabase(process.argv[2]);

console.log(`ready ${withEngine()}`);
// When the test process dies, this ends too.
process.stdin.on('end', () => process.exit());
await once(process.stdin, 'data');
try {
  await db.onStart();
} catch (error) {
  const { code, message } = error as DatabaseError;
  console.log(`refused ${code} ${message}`);
  process.exit();
}
console.log(`open ${withEngine()}`);

await db.run`create table if not exists numbers (n integer primary key, text text)`;
await db.run`create table if not exists pairs (n integer primary key references numbers(n))`;
const last = await db.get<{ n: number | null }>`select max(n) as n from numbers`;
for (let n = (last?.n ?? 0) + 1; ; n += 3) await Promise.all([write(n), writePair(n + 1), writePair(n + 2)]);

async function write(n: number): Promise<void> {
  await db.run`insert into numbers values (${n}, ${`number ${n}`.repeat(n % 50)})`;
  console.log(`answered ${n}`);
}

async function writePair(n: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run`insert into numbers values (${n}, ${'pair'})`;
    await new Promise(setImmediate);
    await tx.run`insert into pairs values (${n})`;
  });
  console.log(`answered ${n}`);
}
