import type { SqlValue } from '../../services/database.ts';
import { DatabaseError } from '../../services/database-errors.ts';

/** SQL with placeholders, and their values. */
export interface Query {
  sql: string;
  values: SqlValue[];
}

/**
 * Turns a template into a query. Refuses everything that isn't a template, so that a string built from user input never gets
 * this far, and values that no database could return unchanged.
 */
export function toQuery(
  strings: TemplateStringsArray,
  values: SqlValue[],
  placeholder: (value: SqlValue, index: number) => string,
): Query {
  refuseAnythingButTemplates(strings);
  let sql = strings[0]!;
  for (const [index, value] of values.entries()) {
    const reason = refusal(value);
    if (reason) throw new DatabaseError('value', `Value ${index + 1} ${reason} It comes after: ${tail(sql)}`);
    const next = strings[index + 1]!;
    // Without the space, `${limit}0` would become `?0`, the name of another parameter.
    sql += placeholder(value, index) + (/^\w/.test(next) ? ' ' : '') + next;
  }
  return { sql, values };
}

function refuseAnythingButTemplates(strings: unknown): void {
  // Only a tagged template carries `raw`: neither a string nor an array that came in as JSON does.
  if (!Array.isArray(strings) || !Array.isArray((strings as { raw?: unknown }).raw)) {
    throw new DatabaseError(
      'misuse',
      'The database was called like a function. Write SQL as a template, without parentheses, with the values inside: ' +
        `db.all\`select * from posts where id = \${id}\`. The values are then sent as parameters, and can never become SQL.`,
    );
  }
  if (strings.includes(undefined)) {
    throw new DatabaseError(
      'syntax',
      'The SQL contains a backslash sequence that JavaScript does not know. Write \\\\ for a backslash.',
    );
  }
}

/** Why a value is refused. Never contains the value, because errors end up in logs. */
function refusal(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      if (Number.isFinite(value)) return undefined;
      return 'is NaN or infinite, which databases store as something else.';
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? undefined : 'does not fit into an integer of 64 bits.';
    case 'undefined':
      return 'is undefined. Pass null if you mean "no value"; otherwise look for a misspelt property.';
    default:
      if (value === null || value instanceof Uint8Array) return undefined;
      if (value instanceof Date)
        return 'is a Date. Pass value.toISOString() to store a string, or value.getTime() to store an integer.';
      if (value instanceof Promise) return 'is a Promise: an await is missing.';
      if (Array.isArray(value)) return 'is an array. Pass its elements one by one, or all of them as a JSON string.';
      return `is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}. Pass a string, number, bigint, boolean, null or Uint8Array.`;
  }
}

function tail(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trimStart();
  return line.length > 60 ? `…${line.slice(-60)}` : line;
}
