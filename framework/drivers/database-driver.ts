import type { Database } from '../services/database.ts';
import { isPostgresUrl } from './postgres/address.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { SqljsDatabase } from './sqljs/database.ts';

/** A database and its lifecycle: the application calls `onStart` before the first request and `onStop` after the last one. */
export interface DatabaseDriver extends Database {
  onStart(): Promise<void>;
  onStop(): Promise<void>;
}

/** The only place that picks a driver. The constructor of `SqljsDatabase` refuses every address that it doesn't know. */
export function databaseClass(url = process.env.DATABASE_URL ?? 'memory:'): new (url?: string) => DatabaseDriver {
  return isPostgresUrl(url) ? PostgresDatabase : SqljsDatabase;
}

/** Opens and starts a database outside an application, for scripts and tests. The caller must stop it. */
export async function openDatabase(url?: string): Promise<DatabaseDriver> {
  const Driver = databaseClass(url);
  const database = new Driver(url);
  await database.onStart();
  return database;
}
