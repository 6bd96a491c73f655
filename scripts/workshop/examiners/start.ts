import { join } from 'node:path';
import { openDatabase } from '../../../framework/drivers/database-driver.ts';
import { CheckFailure } from '../check/failure.ts';
import type { Session } from '../check/session.ts';
import type { Api } from './api.ts';
import { Laboratory } from './laboratory.ts';

/** An application that can't create one of its tables doesn't start, and its error says why. */
export async function examineStart(app: Session, api: Api): Promise<void> {
  const usual = Laboratory.open(app, api);
  const names = Object.keys(await usual.tables());
  await usual.app.stop();
  for (const name of names) {
    const program = Laboratory.open(app, api, { DATABASE_URL: await withoutRoomFor(name, app) }).app;
    const refusal = await program.url().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (refusal === undefined) await program.stop();
    if (refusal?.message.includes('onStart() failed')) continue;
    throw new CheckFailure({
      problem: `The table ${name} can't be created, and the application ${refusal === undefined ? 'starts anyway' : 'ends, but not with the error of an onStart()'}.`,
      output: refusal instanceof CheckFailure ? refusal.parts.output : undefined,
      expected: 'a startup error that names the class and the reason',
      cause:
        'onStart does not wait for the statement that creates the table: an `await` is missing. Or its error is caught. The first requests then come before there is a table.',
    });
  }
}

/** A database in which an index has the name of the table. */
async function withoutRoomFor(table: string, app: Session): Promise<string> {
  const url = `file:${join(await app.folder(), `without-${table}.db`)}`;
  const db = await openDatabase(url);
  const statement = [`create index "${table}" on occupied (id)`];
  await db.run`create table occupied (id text)`;
  await db.run(Object.assign(statement, { raw: statement }));
  await db.onStop();
  return url;
}
