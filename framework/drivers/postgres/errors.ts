import { DatabaseError, type DatabaseErrorCode } from '../../services/database-errors.ts';
import { Unavailable } from '../../services/unavailable.ts';
import { socketProblem } from '../network-limits.ts';
import { misplacedValue, missingValue } from '../sql/words.ts';

/** What PostgreSQL tells of an error, as far as we read it. Its `detail` quotes values, so nobody looks at that. */
interface ServerError extends Error {
  /** SQLSTATE: five characters, of which the first two are the class. */
  code: string;
}

/** By SQLSTATE or by its class, the longer one first. The list: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODES: Record<string, DatabaseErrorCode> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23001': 'foreign_key',
  '23502': 'not_null',
  '23514': 'check',
  '23P01': 'check',
  '22': 'value',
  '42501': 'other',
  '42': 'syntax',
  '25P02': 'aborted',
  // Two transactions wait for each other, or touched the same rows: one has to lose, and may try again.
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '53100': 'disk',
  '58030': 'disk',
  XX001: 'damaged',
  XX002: 'damaged',
  // The password or the name of the database is wrong: waiting does not help.
  '28': 'misuse',
  '3D': 'misuse',
};

/** The server goes down, comes up, is a standby, has no connection left, or took too long. */
const UNAVAILABLE = /^(08|53|57P|57014|25006)/;

export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error;
}

/** What `pg` threw, as the rest of the program knows it. Not as `cause`: it carries the values. */
export function postgresError(thrown: unknown, sql: string, server: string): DatabaseError | Unavailable {
  if (!isServerError(thrown)) {
    const problem = socketProblem(thrown);
    // The server asks for a password, and there is none.
    if (problem.startsWith('SASL')) return noEntry(server, problem);
    if (problem === 'Query read timeout') return new Unavailable(server, 'did not respond in time.');
    return new Unavailable(server, `cannot be reached: ${problem}.`);
  }
  const { code, message } = thrown;
  const mismatch = /^bind message supplies (\d+) parameters, but .* requires (\d+)/.exec(message);
  if (mismatch) return Number(mismatch[1]) > Number(mismatch[2]) ? misplacedValue(sql) : missingValue(sql);
  const known = CODES[code] ?? CODES[code.slice(0, 2)];
  if (known === undefined && UNAVAILABLE.test(code)) return new Unavailable(server, `cannot answer: ${message}.`);
  if (known === 'misuse') return noEntry(server, code);
  return new DatabaseError(known ?? 'other', describe(code, message), { sql });
}

function noEntry(server: string, reason: string): DatabaseError {
  const advice = 'Check the user, the password and the database in DATABASE_URL.';
  return new DatabaseError('misuse', `${server} refused the connection (${reason}). ${advice}`);
}

function describe(code: string, message: string): string {
  if (code === '22021') return 'Text cannot hold the character \\0 in PostgreSQL.';
  // invalid input syntax for type integer: "the value"
  if (code.startsWith('22')) return message.replace(/: ".*"$/s, '').replace(/"[^"]*"/gs, '…');
  if (code === '42P18') return `${message}: nothing around it tells. Write cast(\${…} as text), or another type.`;
  if (code === '55P03')
    return 'Waited too long for a transaction that has changed the same rows. Keep transactions short.';
  return message;
}
