import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'trellis';
import { openDatabase } from '../../../framework/drivers/database-driver.ts';
import { allChapters } from '../chapters.ts';
import { Program } from '../run/program.ts';
import { withFolder } from '../scratch-folder.ts';
import { type Files, starterOf } from '../starters.ts';
import { secret } from './blog-data.ts';
import type { Outside, Staged } from './incident.ts';
import { observer } from './instrumented.ts';

/** Where one program of an incident runs: with a database of its own, and other services that nobody else calls. */
export interface Stage {
  readonly env: Readonly<Record<string, string>>;
  readonly outside: Outside | undefined;
  /** Call it when the program has ended. */
  end(): Promise<void>;
}

/** What `GET /metrics` asks for. */
export const metricsToken = 'incident';

const databases = new Map<string, Promise<string>>();
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A stage for one program. Two programs on two stages find the same data, and don't notice each other. */
export async function stageOf(incident: Staged): Promise<Stage> {
  const original = await databaseOf(incident);
  const folder = newFolder();
  const file = join(folder, 'blog.db');
  copyFileSync(original, file);
  const end = async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return staged(incident, { url: `file:${file}`, end });
}

/** The same with a database on a server of PostgreSQL, for one program at a time: it replaces what is left of an earlier stage. */
export async function stageOn(server: string, incident: Staged): Promise<Stage> {
  const name = `incident_${incident.name.replaceAll(/\W/g, '_')}`;
  const url = new URL(server);
  url.pathname = name;
  const remove = () => onServer(server, `drop database if exists ${name} with (force)`);
  await remove();
  await onServer(server, `create database ${name}`);
  try {
    await migrated(programOf(incident), url.href);
    const patient = new URL(url);
    patient.searchParams.set('statement_timeout', '60000');
    await withDatabase(patient.href, async (db) => {
      await incident.seed(db);
      // What the database knows about its tables decides how it finds the rows.
      await db.run`analyze`;
    });
    return await staged(incident, { url: url.href, end: remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  await withDatabase(server, (db) => db.run(Object.assign([statement], { raw: [statement] })));
}

async function withDatabase(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase(url);
  try {
    await work(db);
  } finally {
    await db.onStop();
  }
}

interface Home {
  readonly url: string;
  end(): Promise<void>;
}

async function staged(incident: Staged, database: Home): Promise<Stage> {
  const outside = await incident.outside?.();
  return {
    outside,
    env: {
      BCRYPT_COST: '4',
      JWT_SECRET: secret,
      METRICS_TOKEN: metricsToken,
      WORKERS: '1',
      DATABASE_URL: database.url,
      INCIDENT_DISTANCE: String(incident.distance ?? 0),
      TRELLIS_OBSERVER: observer,
      ...outside?.env,
      ...incident.env,
    },
    async end() {
      await outside?.end();
      await database.end();
    },
  };
}

/**
 * The database of production, as it is when the incident begins: its tables are those of the starter, or of the planted program, and its migrations have
 * been applied long ago. Seeded once in each process.
 */
function databaseOf(incident: Staged): Promise<string> {
  const key = `${incident.chapter}/${incident.name}`;
  return once(key, () => seeded(incident));
}

/** A failure isn't kept: on a busy machine, the next attempt may succeed. */
function once(key: string, make: () => Promise<string>): Promise<string> {
  const database = databases.get(key) ?? make();
  databases.set(key, database);
  database.catch(() => databases.delete(key));
  return database;
}

async function seeded(incident: Staged): Promise<string> {
  const file = join(newFolder(), 'seeded.db');
  copyFileSync(await emptyDatabase(incident), file);
  await withDatabase(`file:${file}`, (db) => incident.seed(db));
  return file;
}

/** The tables of a program, without any rows. It creates them itself, once in each process. */
function emptyDatabase(incident: Staged): Promise<string> {
  const { chapter, name, planted } = incident;
  return once(planted === undefined ? chapter : `empty ${chapter}/${name}`, async () => {
    const file = join(newFolder(), 'empty.db');
    await migrated(programOf(incident), `file:${file}`);
    return file;
  });
}

function programOf({ chapter: slug, planted }: Staged): Files {
  return planted ?? starterOf(allChapters().find((one) => one.slug === slug)!);
}

async function migrated(files: Files, url: string): Promise<void> {
  await withFolder(files, async (src) => {
    const program = new Program({ src, program: 'api.ts', env: { ...base, DATABASE_URL: url } });
    await program.listening();
    await program.stop(10_000);
  });
}

const base = { PORT: '0', HOST: '127.0.0.1', JWT_SECRET: secret, BCRYPT_COST: '4' };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-incident-'));
  folders.push(folder);
  return folder;
}
