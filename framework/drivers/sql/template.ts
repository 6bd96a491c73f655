import type { SqlValue } from '../../services/database.ts';
import { DatabaseError } from '../../services/database-errors.ts';

/** SQL with placeholders, and the values that go there. */
export interface Query {
  sql: string;
  values: SqlValue[];
}

/**
 * Turns a template into a query. `placeholder` writes the store's mark for one value. Refuses what is not a template, so
 * that a string built from user input never gets here, and values that no store could give back as they were.
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
    if (reason) throw new DatabaseError('value', `Value ${index + 1} ${reason} It stands after: ${tail(sql)}`);
    const next = strings[index + 1]!;
    // `${limit}0` would read `?0`, which is another parameter's name.
    sql += placeholder(value, index) + (/^\w/.test(next) ? ' ' : '') + next;
  }
  return { sql, values };
}

function refuseAnythingButTemplates(strings: unknown): void {
  // Only a tagged template carries `raw`: neither a string nor an array that came in as JSON does.
  if (!Array.isArray(strings) || !Array.isArray((strings as { raw?: unknown }).raw)) {
    throw new DatabaseError(
      'misuse',
      'The database was called like a function. Write SQL as a template, without parentheses, and the values inside it: ' +
        `db.all\`select * from posts where id = \${id}\`. Values then travel as parameters and can never become SQL.`,
    );
  }
  if (strings.includes(undefined)) {
    throw new DatabaseError('syntax', 'The SQL holds a backslash that JavaScript cannot read. Write \\\\ for one \\.');
  }
}

/** Why a value is refused. Never shows the value: errors end up in logs. */
function refusal(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      if (Number.isFinite(value)) return undefined;
      return 'is NaN or infinite, which would be stored as something else.';
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? undefined : 'does not fit into the 64 bits of an integer.';
    case 'undefined':
      return 'is undefined. Pass null where nothing is meant; otherwise look for a misspelt property.';
    default:
      if (value === null || value instanceof Uint8Array) return undefined;
      if (value instanceof Date)
        return 'is a Date. Store value.toISOString() as text, or value.getTime() as an integer.';
      if (value instanceof Promise) return 'is a Promise: an await is missing.';
      if (Array.isArray(value)) return 'is an array. Pass its entries one by one, or the whole as JSON text.';
      return `is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}. Pass a string, number, bigint, boolean, null or Uint8Array.`;
  }
}

function tail(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trimStart();
  return line.length > 60 ? `…${line.slice(-60)}` : line;
}
