import type { Database } from '../services/database.ts';
import { isPostgresUrl } from './postgres/address.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { SqljsDatabase } from './sqljs/database.ts';

/** A database with its life: the application calls `onStart` before the first request and `onStop` after the last. */
export interface DatabaseDriver extends Database {
  onStart(): Promise<void>;
  onStop(): Promise<void>;
}

/** The driver that answers to this address: the one place that picks it. An address that nobody knows, it refuses. */
export function databaseClass(url = process.env.DATABASE_URL ?? 'memory:'): new (url?: string) => DatabaseDriver {
  return isPostgresUrl(url) ? PostgresDatabase : SqljsDatabase;
}

/** A started database for scripts and tests, outside an application. Whoever opens it stops it. */
export async function openDatabase(url?: string): Promise<DatabaseDriver> {
  const Driver = databaseClass(url);
  const database = new Driver(url);
  await database.onStart();
  return database;
}
