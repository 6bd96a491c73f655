import { randomUUID } from 'node:crypto';
import { openDatabase } from '../framework/drivers/database-driver.ts';

/** Creates an empty schema on a PostgreSQL server, and returns the address that leads into it. */
export async function emptySchema(url: string, pool: number): Promise<string> {
  const db = await openDatabase(url);
  const name = `s${randomUUID().replaceAll('-', '')}`;
  const sql = `create schema ${name}`;
  await db.run(Object.assign([sql], { raw: [sql] }) as unknown as TemplateStringsArray);
  await db.onStop();
  return `${url}?search_path=${name}&pool=${pool}`;
}
