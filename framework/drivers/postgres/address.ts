import { DatabaseError } from '../../services/database-errors.ts';
import { unknownDatabaseUrl } from '../database-url.ts';

/** Where a PostgreSQL server is, and how to log in. */
export interface PostgresAddress {
  /** For messages: contains neither user nor password. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** `disable` unless the address says otherwise, as `?sslmode=verify-full` does. */
  readonly sslmode: string;
  /** The maximum number of connections of a process. */
  readonly pool: number;
  /** How long a statement may take, in milliseconds, if the address limits it. Also one of the `settings`. */
  readonly statementTimeout: number | undefined;
  /** Every other query parameter is a setting of the server, such as `search_path`. */
  readonly settings: Record<string, string>;
}

const SSL_MODES = ['disable', 'require', 'verify-full'];

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** Parses `postgres://user:password@host:5432/database?pool=10`. Messages never repeat it: it may contain a password. */
export function postgresAddress(url: string, pool = process.env.DATABASE_POOL): PostgresAddress {
  if (!isPostgresUrl(url) || !URL.canParse(url)) throw unknownDatabaseUrl(url);
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  const { sslmode = 'disable', pool: inUrl, ...settings } = Object.fromEntries(searchParams);
  if (hostname === '' || pathname.length < 2) {
    throw new DatabaseError(
      'misuse',
      'DATABASE_URL has no host or no database. Write postgres://user:password@host:5432/blog',
    );
  }
  if (!SSL_MODES.includes(sslmode)) {
    throw new DatabaseError('misuse', `sslmode in DATABASE_URL must be one of ${SSL_MODES.join(', ')}.`);
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  const database = decodeURIComponent(pathname.slice(1));
  return {
    name: `PostgreSQL at ${hostname}:${port || 5432}/${database}`,
    host,
    port: Number(port || 5432),
    database,
    user: decodeURIComponent(username) || 'postgres',
    password: decodeURIComponent(password),
    sslmode,
    pool: inUrl !== undefined ? poolSize(inUrl, 'pool in DATABASE_URL') : poolSize(pool || '10', 'DATABASE_POOL'),
    statementTimeout: settings.statement_timeout === undefined ? undefined : milliseconds(settings.statement_timeout),
    settings,
  };
}

function poolSize(text: string, where: string): number {
  const size = Number(text);
  if (Number.isSafeInteger(size) && size >= 1 && size <= 1_000) return size;
  throw new DatabaseError('misuse', `${where} is "${text}". It must be a number of connections between 1 and 1000.`);
}

/** Refuses units such as `5s`, which PostgreSQL accepts: our own deadline has to be the same number. */
function milliseconds(text: string): number {
  const time = Number(text);
  if (Number.isSafeInteger(time) && time >= 1 && time < 2 ** 31) return time;
  throw new DatabaseError(
    'misuse',
    `statement_timeout in DATABASE_URL is "${text}". It must be a number of milliseconds.`,
  );
}
