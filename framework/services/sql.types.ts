/** Never run: the compiler is the test. If a marked line compiles, `npm run typecheck` fails. */
import type { Database } from './database.ts';
import { sql } from './sql.ts';

declare const db: Database;
declare const tag: string | undefined;
declare const ids: readonly number[];

export const fitting = [
  db.all`select * from posts where id in ${ids} and ${sql.and([tag && sql`tag = ${tag}`, false])}`,
  sql.join(ids.map((id) => sql`(${id})`)),
];

export const refused = [
  // @ts-expect-error undefined is not a value
  sql`tag = ${tag}`,
  // @ts-expect-error null never matches
  sql`tag in ${['a', null]}`,
  // @ts-expect-error a string is not a fragment
  sql.and(['1 = 1']),
  // @ts-expect-error a string is not a template
  sql('1 = 1'),
];
