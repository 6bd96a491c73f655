import type { LearnersHandler, LearnersMiddleware, LearnersRoute } from './serve.ts';

/* What handlers and middlewares of an application do wrong. The process must survive all of it, and each request gets a response. */

interface Misbehaviour {
  readonly what: string;
  readonly act: (ctx: unknown) => unknown;
}

class Failed extends Error {}

export const misbehaviours: readonly Misbehaviour[] = [
  { what: 'throws an Error', act: () => fail(new Failed('x')) },
  { what: 'throws null', act: () => fail(null) },
  { what: 'throws a frozen object', act: () => fail(Object.freeze({ message: 'x' })) },
  { what: 'rejects at once', act: () => Promise.reject(new Failed('x')) },
  { what: 'rejects later', act: async () => Promise.resolve().then(() => fail(new Failed('x'))) },
  { what: 'rejects with undefined', act: () => Promise.reject(undefined) },
  // biome-ignore lint/suspicious/noThenProperty: queries of some libraries are like this.
  { what: 'returns an object whose `then` throws', act: () => ({ then: () => fail(new Failed('x')) }) },
  {
    what: 'returns an object whose `then` cannot be read',
    act: () => Object.defineProperty({}, 'then', { get: () => fail(new Failed('x')) }),
  },
  {
    what: 'returns an object whose `then` rejects',
    // biome-ignore lint/suspicious/noThenProperty: the same.
    act: () => ({ then: (_: unknown, failed: (error: unknown) => void) => failed(new Failed('x')) }),
  },
  { what: 'returns a value that JSON cannot express', act: async () => ({ count: 10n }) },
  { what: 'returns an object whose toJSON throws', act: () => ({ toJSON: () => fail(new Failed('x')) }) },
];

/** Each misbehaviour as a handler, as a middleware before and after the handler, and as a global middleware without a route. */
export const places: Record<
  string,
  (act: Misbehaviour['act']) => { route?: LearnersRoute; global?: LearnersMiddleware }
> = {
  'a handler that': (act) => ({ route: route(act) }),
  'a middleware that, before next(),': (act) => ({ route: route(() => 'home', { handle: (ctx) => act(ctx) }) }),
  'a middleware that, after next(),': (act) => ({
    route: route(() => 'home', {
      handle(ctx, next) {
        next();
        return act(ctx);
      },
    }),
  }),
  'a global middleware of a request without a route that': (act) => ({ global: { handle: (ctx) => act(ctx) } }),
};

/** These may be answered in more than one way, but never by the end of the process. */
export const impatient: Record<string, LearnersMiddleware['handle']> = {
  'calls next() twice, and forgets the second result': (_ctx, next) => {
    const result = next();
    try {
      void next();
    } catch {
      // What next() throws is as good as what it returns.
    }
    return result;
  },
  'calls next() after its own response': (_ctx, next) => {
    setImmediate(() => {
      try {
        void next();
      } catch {
        // The same.
      }
    });
    return { early: true };
  },
};

function route(handler: LearnersHandler, ...middlewares: LearnersMiddleware[]): LearnersRoute {
  return { method: 'GET', path: '/', handler, middlewares };
}

function fail(error: unknown): never {
  throw error;
}
