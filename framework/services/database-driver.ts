import type { Database } from './database.ts';
import { unknownDatabaseUrl } from './database-url.ts';
import { SqljsDatabase } from './sqljs-database.ts';

/** A database with its life: the application calls `onStart` before the first request and `onStop` after the last. */
export interface DatabaseDriver extends Database {
  onStart(): Promise<void>;
  onStop(): Promise<void>;
}

/** The driver that answers to this address: the one place that picks it. */
export function databaseClass(url = process.env.DATABASE_URL ?? 'memory:'): new (url?: string) => DatabaseDriver {
  if (/^(memory|file):/.test(url)) return SqljsDatabase;
  throw unknownDatabaseUrl(url);
}

/** A started database for scripts and tests, outside an application. Whoever opens it stops it. */
export async function openDatabase(url?: string): Promise<DatabaseDriver> {
  const Driver = databaseClass(url);
  const database = new Driver(url);
  await database.onStart();
  return database;
}
