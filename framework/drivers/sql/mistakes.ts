import { DatabaseError } from '../../services/database-errors.ts';

const IGNORED = String.raw`(?:\s|--[^\n]*(?:\n|$)|/\*(?:[^*]|\*(?!/))*(?:\*/|$))`;
const FIRST_WORD = new RegExp(`^${IGNORED}*([a-z]+)`, 'i');
const NOTHING_MORE = new RegExp(`^(?:${IGNORED}|;)*$`);

/** The first keyword of a statement, in lower case. Skips comments. */
export function firstWord(sql: string): string {
  return FIRST_WORD.exec(sql)?.[1]?.toLowerCase() ?? '';
}

/** Whether the SQL contains only spaces, comments and semicolons. */
export function isBlank(sql: string): boolean {
  return NOTHING_MORE.test(sql);
}

/** A transaction started by hand would include the statements of every other request on this connection. */
export function refuseControl(sql: string): void {
  const word = firstWord(sql);
  if (/^(begin|start|commit|end|rollback|abort|savepoint|release)$/.test(word)) {
    throw new DatabaseError(
      'misuse',
      `"${word}" would put the statements of other requests into your transaction. Write db.transaction(async (tx) => { … }): ` +
        'it begins, commits, and rolls back if something throws.',
      { sql },
    );
  }
}

/** Whether the statement defines something, such as a table or an index. A definition can't contain values. */
export function isDefinition(sql: string): boolean {
  return /^(create|alter)$/.test(firstWord(sql));
}

/** For a statement with a value in a position that can't have one. */
export function misplacedValue(sql: string): DatabaseError {
  if (isDefinition(sql)) {
    return new DatabaseError(
      'syntax',
      `The definition in "${firstWord(sql)}" can't contain a \${…}. Write a constant into the SQL, or set the value with an update afterwards.`,
      { sql },
    );
  }
  return new DatabaseError(
    'syntax',
    `A \${…} inside quotes or a comment is not a value. For a pattern write '%' || \${word} || '%', not '%\${word}%'.`,
    { sql },
  );
}

/** For a statement with placeholders of its own. */
export function missingValue(sql: string): DatabaseError {
  return new DatabaseError(
    'syntax',
    `A placeholder (?, $1 or :name) has no value. Write the values as \${…} in the SQL instead.`,
    { sql },
  );
}

/** A row is an object, and an object can't have two properties of the same name. */
export function twoColumns(name: string, sql: string): DatabaseError {
  return new DatabaseError(
    'syntax',
    `Two columns of the result are called "${name}", but a row can have only one of them. Rename one: … as other_name.`,
    { sql },
  );
}
