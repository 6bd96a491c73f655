import type { SqlValue } from '../../services/database.ts';

/** The numbers by which PostgreSQL knows its types (pg_type.oid). */
const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

export const byteaOid = OID.bytea;

/**
 * What PostgreSQL's values become, the same as SQLite's: a boolean 1 or 0, a whole number a number (a bigint beyond 2^53),
 * JSON the text of it, a moment its ISO text. For the package `postgres`, which would make Dates and objects of them.
 */
export const postgresTypes = {
  bool: type([OID.bool], (text) => (text === 't' ? 1 : 0)),
  whole: type([OID.int8, OID.int2, OID.int4, OID.oid, OID.numeric], readNumber),
  real: type([OID.float4, OID.float8], Number),
  bytes: type([OID.bytea], (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))),
  moment: type([OID.timestamptz], isoText),
  text: type([OID.json, OID.jsonb, OID.date, OID.timestamp], String),
};

/** Everything travels as text without a type, so that the server reads it as whatever the place it stands in wants. */
export function parameterText(value: Exclude<SqlValue, null>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

function type(from: number[], parse: (text: string) => SqlValue) {
  return { to: from[0]!, from, serialize: String, parse };
}

function readNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text) ? BigInt(text) : number;
}

/** `2026-01-01 09:30:00.5+00`, as a connection in UTC gives it, becomes `2026-01-01T09:30:00.500Z`. Microseconds stay. */
function isoText(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z` : text;
}
