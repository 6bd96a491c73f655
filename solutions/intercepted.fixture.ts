import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import {
  type AppOptions,
  type Context,
  Database,
  KeyValue,
  type Middleware,
  type Module,
  type Next,
  provide,
} from 'trellis';
import { type Solution, startSolution } from './solution.fixture.ts';

/** One call that a request makes to a store or to bcrypt. */
export interface Call {
  /** What the request's header X-Actor says. */
  actor: string;
  /** Such as `Database.run`. */
  name: string;
}

/** Decides when a call is made, and what becomes of it. */
export type Intercept = (call: Call, proceed: () => Promise<unknown>) => Promise<unknown>;

/** A solution whose calls to the stores and to bcrypt can be held, failed and counted, one by one. */
export interface InterceptedSolution extends Solution {
  intercept: Intercept;
}

const methods = {
  Database: ['all', 'get', 'run'],
  KeyValue: ['get', 'set', 'setIfAbsent', 'take', 'delete', 'increment', 'decrement', 'ttl'],
  BcryptPool: ['hash', 'compare'],
};

/** Looks like bcrypt, and costs nothing: tests with thousands of logins are about something else. */
export class QuickPool {
  admit<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  async hash(password: string): Promise<string> {
    return quickHash(password);
  }

  async compare(password: string, hash: string): Promise<boolean> {
    return quickHash(password) === hash;
  }
}

export function quickHash(password: string): string {
  return `$2b$04$${createHash('sha256').update(password).digest('hex')}`;
}

export async function startIntercepted(
  root: Module,
  options: AppOptions,
  pool: abstract new () => object,
  environment: Record<string, string> = {},
): Promise<InterceptedSolution> {
  const actors = new AsyncLocalStorage<string>();
  const actor: Middleware = {
    handle: (ctx: Context, next: Next) => actors.run(ctx.header('X-Actor'), next),
  };
  const quick = new QuickPool();
  const app = await startSolution(
    root,
    { BCRYPT_COST: '4', TRUST_PROXY: '1', ...environment },
    {
      ...options,
      middlewares: [actor, ...(options.middlewares ?? [])],
      overrides: [provide(pool, { value: quick as never })],
    },
  );
  const intercepted: InterceptedSolution = { ...app, intercept: (_call, proceed) => proceed() };
  const decide = (name: string, proceed: () => Promise<unknown>) => {
    const actor = actors.getStore() ?? '';
    return actor === '' ? proceed() : intercepted.intercept({ actor, name }, proceed);
  };
  const wrap = (owner: keyof typeof methods, target: object) => {
    for (const method of methods[owner]) {
      const original = Reflect.get(target, method).bind(target) as (...args: unknown[]) => Promise<unknown>;
      Reflect.set(target, method, (...args: unknown[]) => decide(`${owner}.${method}`, () => original(...args)));
    }
  };
  const database = app.app.get(Database);
  wrap('Database', database);
  wrap('KeyValue', app.app.get(KeyValue));
  wrap('BcryptPool', quick);
  const begin = database.transaction.bind(database);
  database.transaction = (work) =>
    begin(async (tx) => {
      wrap('Database', tx);
      const result = await work(tx);
      await decide('Database: commit', async () => {});
      return result;
    });
  return intercepted;
}
