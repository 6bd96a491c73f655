/**
 * What went wrong, in words that stay the same from store to store:
 *
 * | code          | meaning                                                                              |
 * |---------------|--------------------------------------------------------------------------------------|
 * | `unique`      | a row with this key exists already                                                   |
 * | `foreign_key` | a row it refers to does not exist, or a row that others refer to was to be deleted   |
 * | `not_null`    | a required column got null                                                           |
 * | `check`       | a `check (…)` of the table says no                                                   |
 * | `value`       | a value that cannot be stored: `undefined`, a Date, text in a number's place         |
 * | `syntax`      | the SQL is wrong, or names a table or column that does not exist                     |
 * | `misuse`      | the call is wrong: a string instead of a template, `begin` by hand, a wrong URL      |
 * | `busy`        | waited too long for a transaction (often its own), or two waited for each other      |
 * | `aborted`     | an earlier statement of this transaction failed                                      |
 * | `closed`      | the database is not started or stopped, or the transaction is over                   |
 * | `locked`      | another process has the file open                                                    |
 * | `damaged`     | the file is damaged, or no database                                                  |
 * | `disk`        | the disk refused: full, read-only, folder missing                                    |
 * | `other`       | anything else the store said                                                         |
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

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;
  /** The statement, with placeholders: never its values, since errors end up in logs. */
  readonly sql?: string;

  constructor(code: DatabaseErrorCode, message: string, details: { sql?: string; cause?: unknown } = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    if (details.sql !== undefined) this.sql = details.sql;
  }
}
