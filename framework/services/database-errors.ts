/**
 * What went wrong. The codes are the same for every database:
 *
 * | code          | meaning                                                                              |
 * |---------------|--------------------------------------------------------------------------------------|
 * | `unique`      | a row with this key exists already                                                   |
 * | `foreign_key` | the referenced row does not exist, or other rows still reference the one to delete   |
 * | `not_null`    | a required column got null                                                           |
 * | `check`       | the row violates a `check (…)` of the table, or an exclusion constraint              |
 * | `value`       | a value that can't be stored: `undefined`, a Date, a string in an integer column     |
 * | `syntax`      | the SQL is wrong, or names a table or column that does not exist                     |
 * | `misuse`      | the call is wrong: a string instead of a template, `begin` by hand, a wrong URL      |
 * | `busy`        | waited too long for a transaction (often its own), or a deadlock                     |
 * | `aborted`     | an earlier statement of this transaction failed                                      |
 * | `closed`      | the database has not started or has stopped, or the transaction has ended            |
 * | `locked`      | another process has the file open                                                    |
 * | `damaged`     | the file is damaged, or not a database                                               |
 * | `disk`        | the file can't be written: disk full, read-only, folder missing                      |
 * | `other`       | any other error of the database                                                      |
 */
export type DatabaseErrorCode =
  | 'unique'
  | 'foreign_key'
  | 'not_null'
  | 'check'
  | 'value'
  | 'syntax'
  | 'misuse'
  | 'busy'
  | 'aborted'
  | 'closed'
  | 'locked'
  | 'damaged'
  | 'disk'
  | 'other';

/** What a `unique` error says about the constraint, if the database names it. Never the values: they may be secret. */
export interface UniqueConstraint {
  /** Its name: `users_email_key`. In SQLite, only for an index on an expression. */
  constraint?: string;
  table?: string;
  /** In the order of the constraint. Missing if it is about an expression, such as `lower(email)`. */
  columns?: string[];
}

export class DatabaseError extends Error implements UniqueConstraint {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;
  /** The statement, with placeholders: never its values, since errors end up in logs. */
  readonly sql?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly columns?: string[];

  constructor(
    code: DatabaseErrorCode,
    message: string,
    details: { sql?: string; cause?: unknown } & UniqueConstraint = {},
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    if (details.sql !== undefined) this.sql = details.sql;
    if (details.constraint !== undefined) this.constraint = details.constraint;
    if (details.table !== undefined) this.table = details.table;
    if (details.columns !== undefined) this.columns = details.columns;
  }
}
