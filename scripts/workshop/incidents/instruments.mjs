// Runs inside the program of an incident, before its first line: what an operator could attach to any Node program, and what
// a database server records by itself. It changes nothing, except that the database is as far away as INCIDENT_DISTANCE says.
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';

/** Milliseconds to the database and back. */
const distance = Number(process.env.INCIDENT_DISTANCE || 0);
/** Milliseconds between two beats of the event loop. */
const beat = 5;

/** Each statement since it was last asked for, as in pg_stat_statements. */
let statements = new Map();
subscribe('trellis:query', ({ sql, ms, rows = 0, error }) => {
  const text = sql.replaceAll(/\s+/g, ' ').trim();
  const entry = statements.get(text) ?? { sql: text, calls: 0, ms: 0, longest: 0, rows: 0, errors: 0 };
  statements.set(text, entry);
  entry.calls++;
  entry.ms += ms;
  entry.longest = Math.max(entry.longest, ms);
  entry.rows += rows;
  if (error) entry.errors++;
});

/** How long the event loop was silent at most since it was last asked, beyond the beat itself. */
let silence = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  silence = Math.max(silence, now - last - beat);
  last = now;
}, beat).unref();

let database;
subscribe('trellis:listening', ({ app }) => {
  void import('trellis').then(({ Database }) => {
    database = app.get(Database);
    if (distance > 0) move(database);
  });
});

/** Inside of the measurement, where the network would be. */
function move(target) {
  const { perform } = target;
  target.perform = async (query, limit) => {
    await delay(distance);
    return perform.call(target, query, limit);
  };
}

/** A CPU profile of these milliseconds, in the format that Chrome's DevTools and VS Code open. */
async function profile(milliseconds) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1_000 });
  await session.post('Profiler.start');
  await delay(milliseconds);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
}

/** Everything in the heap, in the format of Chrome's DevTools. Returns for how long it blocked the program, in milliseconds. */
async function snapshot(file) {
  const started = performance.now();
  writeHeapSnapshot(file);
  return performance.now() - started;
}

/** Bytes that the program can still reach. What nobody needs any more doesn't count. */
async function memory() {
  const session = new Session();
  session.connect();
  // What the first collection finalizes is free after the second.
  for (let turn = 0; turn < 2; turn++) await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** How the database would find the rows. */
async function plan(sql) {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(sql))
    return ['This statement defines a table or an index, so it has no plan.'];
  if (process.env.DATABASE_URL?.startsWith('postgres')) return planOfPostgres(sql);
  // The values don't matter: a plan is made before they are known.
  const rows = await all(database, `explain query plan ${sql.replaceAll(/\?|\$\d+/g, 'null')}`);
  return rows.map(({ detail }) => detail);
}

/** PostgreSQL would plan for the values, and null is a special one. */
async function planOfPostgres(sql) {
  let count = 0;
  const numbered = sql.replaceAll('?', () => `$${++count}`);
  const values = new Set(numbered.match(/\$\d+/g)).size;
  const rows = await database.transaction(async (tx) => {
    await all(tx, 'set local plan_cache_mode = force_generic_plan');
    await all(tx, `prepare looked_at as ${numbered}`);
    try {
      const nulls = Array.from({ length: values }, () => 'null').join(', ');
      return await all(tx, `explain execute looked_at${values > 0 ? `(${nulls})` : ''}`);
    } finally {
      await all(tx, 'deallocate looked_at');
    }
  });
  return rows.map((row) => row['QUERY PLAN']);
}

function all(target, text) {
  return target.all(Object.assign([text], { raw: [text] }));
}

const mostRows = 50;

/** What a select finds. As a subquery, because nothing but a select can be one. */
async function query(sql) {
  return all(database, `select * from (${sql.replace(/;\s*$/, '')}) as found limit ${mostRows}`);
}

const answers = {
  statements: async () => {
    const known = [...statements.values()];
    statements = new Map();
    return known;
  },
  silence: async () => {
    // A turn that is under way counts as well.
    const longest = Math.max(silence, performance.now() - last - beat);
    silence = 0;
    return longest;
  },
  profile: ({ milliseconds }) => profile(milliseconds),
  plan: ({ sql }) => plan(sql),
  query: ({ sql }) => query(sql),
  snapshot: ({ file }) => snapshot(file),
  memory: () => memory(),
  zone: async () => Intl.DateTimeFormat().resolvedOptions().timeZone,
};

process.on('message', (message) => {
  const { type, question, id } = message ?? {};
  if (type !== 'instrument' || !(question in answers)) return;
  const tell = (reply) => process.connected && process.send({ type: 'reading', id, ...reply }, () => {});
  answers[question](message).then(
    (reading) => tell({ reading }),
    (error) => tell({ problem: String(error?.message ?? error) }),
  );
});
// The channel must not keep a finished program alive.
process.channel?.unref();
