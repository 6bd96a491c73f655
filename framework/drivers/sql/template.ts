import { DatabaseError } from '../../services/database-errors.ts';
import { assertTemplate, Sql, type SqlPart, type SqlValue } from '../../services/sql.ts';

/** SQL with placeholders, and their values. */
export interface Query {
  sql: string;
  values: SqlValue[];
}

/** Writes the placeholder for a value in the SQL of one database. */
export type Placeholder = (value: SqlValue, index: number) => string;

const CALLED =
  'The database was called like a function. Write SQL as a template, without parentheses, with the values inside: ' +
  `db.all\`select * from posts where id = \${id}\`. Write a fragment into a template too: db.all\`\${fragment}\`.`;

/** By template, the SQL that it becomes if its parts are plain values which have these placeholders. */
const known = new WeakMap<TemplateStringsArray, { sql: string; placeholders: readonly string[] }>();

/** Turns a template into a query. Refuses values that not every database returns unchanged. */
export function toQuery(strings: TemplateStringsArray, parts: SqlPart[], placeholder: Placeholder): Query {
  const isPlain = parts.every(isPlainValue);
  const before = isPlain ? known.get(strings) : undefined;
  if (before?.placeholders.every((each, index) => each === placeholder(parts[index] as SqlValue, index))) {
    return { sql: before.sql, values: parts as SqlValue[] };
  }
  assertTemplate(strings, CALLED);
  const query: Query = { sql: '', values: [] };
  append(query, strings, parts, placeholder);
  // The strings of a template in the source can't change, but those that a program has put together can.
  if (isPlain && Object.isFrozen(strings)) {
    known.set(strings, { sql: query.sql, placeholders: query.values.map(placeholder) });
  }
  return query;
}

/** Neither a fragment nor an array, which become as many placeholders as they have values. */
function isPlainValue(part: SqlPart): part is SqlValue {
  return !(part instanceof Sql || Array.isArray(part)) && refusal(part) === undefined;
}

function append(query: Query, strings: readonly string[], parts: readonly SqlPart[], placeholder: Placeholder): void {
  query.sql += strings[0]!;
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) appendFragment(query, part, placeholder);
    else if (Array.isArray(part) && /\bin\s*$/i.test(query.sql)) appendList(query, part, placeholder);
    else appendValue(query, part as SqlValue, placeholder);
    const next = strings[index + 1]!;
    // Without the space, `${limit}0` would become `?0`, the name of another parameter.
    query.sql += (/^[\w-]/.test(next) ? ' ' : '') + next;
  }
}

function appendValue(query: Query, value: SqlValue, placeholder: Placeholder): void {
  const reason = refusal(value);
  if (reason) {
    throw new DatabaseError('value', `Value ${query.values.length + 1} ${reason} It comes after: ${tail(query.sql)}`);
  }
  query.sql += placeholder(value, query.values.length);
  query.values.push(value);
}

function appendFragment(query: Query, { strings, parts }: Sql, placeholder: Placeholder): void {
  if (/[\w-]$/.test(query.sql)) query.sql += ' ';
  const start = query.sql.length;
  append(query, strings, parts, placeholder);
  // The comment of a fragment must not swallow what comes after the fragment.
  if (query.sql.includes('--', start)) query.sql += '\n';
}

/** `in ${[1, 2]}` becomes `in (?, ?)`. */
function appendList(query: Query, values: readonly SqlValue[], placeholder: Placeholder): void {
  if (values.length === 0) {
    // PostgreSQL has no empty list. `x in (null)` is null for every x, which these comparisons turn into false and true.
    query.sql += /\bnot\s+in\s*$/i.test(query.sql) ? '(null) is null' : '(null) is not null';
    return;
  }
  query.sql += '(';
  for (const [index, value] of values.entries()) {
    if (index > 0) query.sql += ', ';
    if (value === null) {
      throw new DatabaseError(
        'value',
        'The array contains null. No row is equal to null, and "not in" would not find any row at all: remove it, and write ' +
          `"… is null" if you mean that. It comes after: ${tail(query.sql)}`,
      );
    }
    appendValue(query, value, placeholder);
  }
  query.sql += ')';
}

/** Why a value is refused. Never contains the value, because errors end up in logs. */
function refusal(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      if (Number.isFinite(value)) return undefined;
      return 'is NaN or infinite, which not every database can store.';
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? undefined : 'does not fit into a 64-bit integer.';
    case 'undefined':
      return 'is undefined. Pass null if you mean "no value"; otherwise look for a misspelt property.';
    default:
      if (value === null || value instanceof Uint8Array) return undefined;
      if (value instanceof Date)
        return 'is a Date. Pass value.toISOString() to store a string, or value.getTime() to store an integer.';
      if (value instanceof Promise) return 'is a Promise: an await is missing.';
      if (Array.isArray(value)) {
        return `is an array. To compare with each element, write it directly after "in", without parentheses: id in \${ids}. To store it, pass JSON.stringify(value).`;
      }
      if (typeof value === 'object') return 'is an object. To store it as JSON, pass JSON.stringify(value).';
      return `is a ${typeof value}. Pass a string, number, bigint, boolean, null or Uint8Array.`;
  }
}

function tail(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trimStart();
  return line.length > 60 ? `…${line.slice(-60)}` : line;
}
