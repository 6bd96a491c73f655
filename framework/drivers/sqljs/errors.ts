import { DatabaseError, type DatabaseErrorCode, type UniqueConstraint } from '../../services/database-errors.ts';

/** sql.js passes on the messages of SQLite, but not its error codes. The messages rarely change. */
const CODES: [RegExp, DatabaseErrorCode][] = [
  [/^UNIQUE constraint failed/, 'unique'],
  [/^FOREIGN KEY constraint failed/, 'foreign_key'],
  [/^NOT NULL constraint failed/, 'not_null'],
  [/^CHECK constraint failed/, 'check'],
  [/^datatype mismatch|^cannot store \w+ value in|^string or blob too big|^too many SQL variables/, 'value'],
  [/^no such |syntax error$/, 'syntax'],
  [/^database disk image is malformed|^file is not a database/, 'damaged'],
  [/^database or disk is full|^disk I\/O error/, 'disk'],
];

/** Wraps what sql.js threw, which may be a bare string. `otherwise` is the code for messages that we don't know. */
export function sqljsError(thrown: unknown, sql: string, otherwise: DatabaseErrorCode): DatabaseError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = CODES.find(([pattern]) => pattern.test(message))?.[1] ?? otherwise;
  return new DatabaseError(code, message, { sql, cause: thrown, ...(code === 'unique' && uniqueConstraint(message)) });
}

/** `UNIQUE constraint failed: users.email, users.tenant`. For an index on an expression, SQLite only names the index. */
function uniqueConstraint(message: string): UniqueConstraint {
  const index = /: index '(.+)'$/.exec(message)?.[1];
  if (index !== undefined) return { constraint: index };
  const columns = message.replace(/^.*?: /, '').split(', ');
  const table = columns[0]!.split('.', 1)[0]!;
  return { table, columns: columns.map((column) => column.slice(table.length + 1)) };
}
