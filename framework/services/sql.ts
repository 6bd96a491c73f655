import { DatabaseError } from './database-errors.ts';

/** A value that SQL can store and return. A boolean is stored the way the database stores booleans (SQLite: 0 and 1). */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

/** What `${…}` accepts: a value, a fragment, or directly after `in` an array of values. */
export type SqlPart = SqlValue | Sql | readonly Exclude<SqlValue, null>[];

/** A condition that may be missing. `tag !== '' && sql…` and `tag && sql…` leave it out if the tag is missing. */
export type OptionalSql = Sql | false | null | undefined | '' | 0;

/**
 * A piece of SQL with its values. Only a template makes one, so nothing that came with a request can become SQL: not even a
 * JSON body in the shape of a fragment is one.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly parts: readonly SqlPart[];

  /** Not for applications: write a `sql` template. */
  constructor(strings: readonly string[], parts: readonly SqlPart[]) {
    this.strings = strings;
    this.parts = parts;
  }
}

/**
 * A fragment of SQL, to use inside a statement or another fragment. Its values become parameters of the statement:
 *
 *     const mine = sql`author_id = ${userId}`;
 *     const posts = await db.all<Post>`select * from posts where ${mine} order by created_at`;
 */
export function sql(strings: TemplateStringsArray, ...parts: SqlPart[]): Sql {
  assertTemplate(
    strings,
    `sql was called like a function. Write a template, without parentheses, with the values inside: sql\`id = \${id}\`.`,
  );
  return new Sql(strings, parts);
}

/** All of the conditions that are there. Without any, every row matches. */
sql.and = (conditions: readonly OptionalSql[]): Sql => combine(conditions, ' and ', '1 = 1');

/** At least one of the conditions that are there. Without any, no row matches. */
sql.or = (conditions: readonly OptionalSql[]): Sql => combine(conditions, ' or ', '1 = 0');

/** The fragments that are there, with commas between them: for `values`, `set` and lists of columns. */
sql.join = (fragments: readonly OptionalSql[]): Sql => {
  const present = presentIn(fragments);
  if (present.length === 0) {
    throw new DatabaseError(
      'misuse',
      'sql.join was given no fragments. Check for that first: there is nothing to insert or update.',
    );
  }
  return new Sql(['', ...Array<string>(present.length - 1).fill(', '), ''], present);
};

/** Refuses everything that isn't a template, so that a string built from user input never becomes SQL. */
export function assertTemplate(strings: unknown, advice: string): asserts strings is TemplateStringsArray {
  // Only a tagged template carries `raw`: neither a string nor an array that came in as JSON does.
  if (!Array.isArray(strings) || !Array.isArray((strings as { raw?: unknown }).raw)) {
    throw new DatabaseError('misuse', `${advice} The values are then sent as parameters, and can never become SQL.`);
  }
  if (strings.includes(undefined)) {
    throw new DatabaseError(
      'syntax',
      'The SQL contains a backslash sequence that JavaScript does not know. Write \\\\ for a backslash.',
    );
  }
}

function combine(conditions: readonly OptionalSql[], operator: string, none: string): Sql {
  const present = presentIn(conditions);
  if (present.length === 0) return new Sql([none], []);
  // Parentheses around each and around all of them, so that no operator inside or outside binds tighter.
  return new Sql(['((', ...Array<string>(present.length - 1).fill(`)${operator}(`), '))'], present);
}

/** Only a falsy value means "leave this out". A condition that vanishes by mistake would return the rows of other people. */
function presentIn(fragments: readonly OptionalSql[]): Sql[] {
  const wrong = fragments.find((fragment) => fragment && !(fragment instanceof Sql));
  if (wrong === undefined) return fragments.filter((fragment) => fragment instanceof Sql);
  throw new DatabaseError(
    'misuse',
    `sql.and, sql.or and sql.join take fragments, and one of these is of type ${typeof wrong}. Write it as a template: sql\`…\`.`,
  );
}
