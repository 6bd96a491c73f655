import { DatabaseError } from '../../services/database-errors.ts';

const IGNORED = String.raw`(?:\s|--[^\n]*(?:\n|$)|/\*(?:[^*]|\*(?!/))*(?:\*/|$))`;
const FIRST_WORD = new RegExp(`^${IGNORED}*([a-z]+)`, 'i');
const NOTHING_MORE = new RegExp(`^(?:${IGNORED}|;)*$`);

/** The word that says what kind of statement it is, in small letters. Comments before it do not count. */
export function firstWord(sql: string): string {
  return FIRST_WORD.exec(sql)?.[1]?.toLowerCase() ?? '';
}

/** Nothing but spaces, comments and semicolons. */
export function isBlank(sql: string): boolean {
  return NOTHING_MORE.test(sql);
}

/** A transaction by hand would be shared with whoever uses the connection next. */
export function refuseControl(sql: string): void {
  const word = firstWord(sql);
  if (/^(begin|start|commit|end|rollback|abort|savepoint|release)$/.test(word)) {
    throw new DatabaseError(
      'misuse',
      `"${word}" would leave other requests inside your transaction. Write db.transaction(async (tx) => { … }): it begins, ` +
        'commits, and rolls back when something throws.',
      { sql },
    );
  }
}

/** The values of a statement stand where none can be. */
export function misplacedValue(sql: string): DatabaseError {
  return new DatabaseError(
    'syntax',
    `A \${…} inside quotes or a comment is not a value. For a pattern write '%' || \${word} || '%', not '%\${word}%'.`,
    { sql },
  );
}

/** The statement has marks of its own for values. */
export function missingValue(sql: string): DatabaseError {
  return new DatabaseError(
    'syntax',
    `A placeholder (?, $1 or :name) has no value. Write values as \${…} where they belong.`,
    { sql },
  );
}

/** A row is an object, and an object has one property of a name. */
export function twoColumns(name: string, sql: string): DatabaseError {
  return new DatabaseError(
    'syntax',
    `Two columns of the result are called "${name}", and a row can keep only one. Rename one of them: … as other_name.`,
    { sql },
  );
}
