import type { SqlValue } from '../../services/sql.ts';

/** By the number that PostgreSQL gives a type (pg_type.oid). */
const PARSERS: Record<number, (text: string) => SqlValue> = {
  16: (text) => (text === 't' ? 1 : 0), // bool
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')), // bytea
  20: parseNumber, // int8
  21: parseNumber, // int2
  23: parseNumber, // int4
  26: parseNumber, // oid
  700: Number, // float4
  701: Number, // float8
  1184: isoTimestamp, // timestamptz
  1700: parseNumber, // numeric
};

/**
 * Reads values the way SQLite returns them: booleans as 1 or 0, numbers as numbers (integers beyond 2^53 as bigints),
 * bytes as Uint8Arrays. A timestamp with time zone is an ISO string. The rest, JSON and dates included, stays a string, and has
 * no parser.
 */
export function parserOf(type: number): ((text: string) => SqlValue) | undefined {
  return PARSERS[type];
}

/**
 * Strings are sent without a type, so the server reads each as the type its position requires. Bytes are sent in binary:
 * the placeholder casts them to bytea.
 */
export function parameter(value: SqlValue): string | Buffer | null {
  if (typeof value === 'string' || value === null) return value;
  // `pg` recognizes bytes by the class `Buffer`.
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** `$1`, `$2`, … A cast for bytes, which some positions (`select ${bytes}`) would otherwise read as text. */
export function placeholder(value: SqlValue, index: number): string {
  return value instanceof Uint8Array ? `cast($${index + 1} as bytea)` : `$${index + 1}`;
}

function parseNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text) ? BigInt(text) : number;
}

/** `2026-01-01 09:30:00.5+00`, as a connection in UTC sends it, becomes `2026-01-01T09:30:00.500Z`. Keeps microseconds. */
function isoTimestamp(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z` : text;
}
