import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { type AppOptions, Clock, Log, type Module, provide } from 'trellis';
import { type Client, ManualClock, start } from 'trellis/testing';

/** A solution that runs, with the clock that it goes by and everything that it has logged. */
export interface Solution extends Client {
  clock: ManualClock;
  log: RecordedLog;
}

/** Starts a solution. The environment is changed until `stop()`, since some settings are read while it runs. */
export async function startSolution(
  root: Module,
  environment: Record<string, string> = {},
  options: AppOptions = {},
): Promise<Solution> {
  const restore = setEnvironment({ DATABASE_URL: 'memory:', JWT_SECRET: secret, ...environment });
  const clock = new ManualClock();
  const log = new RecordedLog();
  try {
    const own = [provide(Clock, { value: clock }), provide(Log, { value: log })];
    const client = await start(root, { ...options, overrides: [...own, ...(options.overrides ?? [])] });
    return { ...client, clock, log, stop: () => client.stop().finally(restore) };
  } catch (error) {
    restore();
    throw error;
  }
}

export const secret = 'a secret that only the tests know';

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A token made by hand, since a library refuses to make the bad ones. */
export function token(header: object, claims: object, key: string | undefined, hash = 'sha256'): string {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${key === undefined ? '' : createHmac(hash, key).update(signed).digest('base64url')}`;
}

/** Decodes a token without verifying its signature. */
export function partsOf(jwt: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = jwt.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return { header: JSON.parse(header!), claims: JSON.parse(claims!) };
}

export function keysOf(value: object): string[] {
  return Object.keys(value).sort();
}

/** Keeps everything that is logged, including the stacks, causes and fields of errors. */
export class RecordedLog extends Log {
  readonly lines: string[];
  readonly #fields: object;

  constructor(lines: string[] = [], fields: object = {}) {
    super();
    this.lines = lines;
    this.#fields = fields;
  }

  debug = (message: string, fields?: object) => this.#write('debug', message, fields);
  info = (message: string, fields?: object) => this.#write('info', message, fields);
  warn = (message: string, fields?: object) => this.#write('warn', message, fields);
  error = (message: string, fields?: object) => this.#write('error', message, fields);

  child(fields: object): Log {
    return new RecordedLog(this.lines, { ...this.#fields, ...fields });
  }

  #write(level: string, message: string, fields: object = {}): void {
    this.lines.push(`${level} ${message} ${inspect({ ...this.#fields, ...fields }, { depth: null })}`);
  }
}

function setEnvironment(values: Record<string, string>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
