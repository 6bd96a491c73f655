import { DatabaseError, type DatabaseErrorCode, type UniqueConstraint } from '../../services/database-errors.ts';
import { Unavailable } from '../../services/unavailable.ts';
import { socketProblem } from '../network.ts';
import { misplacedValue, missingValue } from '../sql/mistakes.ts';
import type { ServerError } from './messages.ts';
import { NoResponse } from './session.ts';

/** By SQLSTATE or by class; a full SQLSTATE takes precedence. The list: https://www.postgresql.org/docs/current/errcodes-appendix.html */
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
  // Two transactions wait for each other, or have changed the same rows. One of them has to lose, and may try again.
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '53100': 'disk',
  '58030': 'disk',
  XX001: 'damaged',
  XX002: 'damaged',
  // The password or the name of the database is wrong, so waiting doesn't help.
  '28': 'misuse',
  '3D': 'misuse',
};

/** The server is shutting down or starting, is a standby, has no connection left, or took too long. */
const UNAVAILABLE = /^(08|53|57P|57014|25006)/;

/** The errors of `pg` at the login have the same fields. */
export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error;
}

/** Translates what `pg` or a session threw. Never keeps it as the `cause`, because it contains the values. */
export function postgresError(thrown: unknown, sql: string, server: string): DatabaseError | Unavailable {
  if (!isServerError(thrown)) {
    const problem = socketProblem(thrown);
    // The server asks for a password, and the address has none.
    if (problem.startsWith('SASL')) return noEntry(server, problem);
    if (thrown instanceof NoResponse) return new Unavailable(server, 'did not respond in time.');
    return new Unavailable(server, `cannot be reached: ${problem}.`);
  }
  const { code, message } = thrown;
  const mismatch = /^bind message supplies (\d+) parameters, but .* requires (\d+)/.exec(message);
  if (mismatch) return Number(mismatch[1]) > Number(mismatch[2]) ? misplacedValue(sql) : missingValue(sql);
  const known = CODES[code] ?? CODES[code.slice(0, 2)];
  if (code === '08P01' && message.startsWith('unsupported startup parameter')) return rejectedSettings(server, message);
  if (known === undefined && UNAVAILABLE.test(code)) {
    // Somebody may also have canceled it by hand.
    const tooLong = message.includes('statement timeout')
      ? ' Make it faster, or raise statement_timeout in DATABASE_URL.'
      : '';
    return new Unavailable(server, `cannot serve us now: ${message}.${tooLong}`);
  }
  if (known === 'misuse') return noEntry(server, code);
  const violated = known === 'unique' ? uniqueConstraint(thrown) : undefined;
  return new DatabaseError(known ?? 'other', describe(code, message), { sql, ...violated });
}

/** The detail reads `Key (email, tenant)=(ana@example.com, 7) already exists.`, in the language of the server. */
function uniqueConstraint({ constraint, table, detail = '' }: ServerError): UniqueConstraint {
  // Only the first parentheses contain columns. What follows them are values, which a client chooses.
  const columns = /^[^(]*\(([^()]*)\)=\(/.exec(detail)?.[1]?.split(', ');
  return { constraint, table, columns: columns?.map((column) => column.replace(/^"(.*)"$/, '$1')) };
}

function noEntry(server: string, reason: string): DatabaseError {
  const advice =
    reason === '3D000'
      ? 'It has no database of this name: create it, or correct DATABASE_URL.'
      : 'Check the user, the password and the database in DATABASE_URL.';
  return new DatabaseError('misuse', `${server} refused the connection (${reason}). ${advice}`);
}

/** PgBouncer knows only a few settings, and rejects a connection that sends others. */
function rejectedSettings(server: string, message: string): DatabaseError {
  const advice = 'If it is PgBouncer, add "ignore_startup_parameters = options" to pgbouncer.ini.';
  return new DatabaseError('misuse', `${server} refused the connection (${message}). ${advice}`);
}

function describe(code: string, message: string): string {
  if (code === '22021') return 'PostgreSQL cannot store the character \\0 in a string.';
  // invalid input syntax for type integer: "the value"
  if (code.startsWith('22')) return message.replace(/: ".*"$/s, '').replace(/"[^"]*"/gs, '…');
  if (message.startsWith('cannot insert multiple commands'))
    return 'A call can run only one statement. Call run for each.';
  if (code === '42P18') return `${message} from its position. Write cast(\${…} as text), or another type.`;
  if (code === '55P03')
    return 'Waited too long for another transaction that has locked the same rows. Keep transactions short.';
  return message;
}
