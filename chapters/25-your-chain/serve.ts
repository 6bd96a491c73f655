import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Load } from '#check';

// biome-ignore lint/suspicious/noExplicitAny: the learner's own context, whose types are theirs.
export type LearnersContext = any;
export type LearnersHandler = (ctx: LearnersContext) => unknown;

export interface LearnersMiddleware {
  handle(ctx: LearnersContext, next: () => unknown): unknown;
}

export interface LearnersRoute {
  method: string;
  path: string;
  handler: LearnersHandler;
  middlewares?: LearnersMiddleware[];
}

interface ServeOptions {
  routes: LearnersRoute[];
  middlewares?: LearnersMiddleware[];
  /** Called when `dispatch` has returned. */
  dispatched?(outgoing: ServerResponse): void;
}

/**
 * A real server around the learner's router and dispatcher. `logged` fills up with what the dispatcher logs, `stackless` with the
 * entries about an Error from which nobody learns where it was thrown, and `crashes` with what would have ended the process.
 */
export async function serve(load: Load, { routes, middlewares, dispatched }: ServeOptions) {
  const [{ Router }, { Dispatcher }, { defaultLimits }] = await Promise.all(
    ['router', 'dispatcher', 'server'].map((name) => load(`framework/${name}.ts`)),
  );
  const router = new Router(middlewares);
  for (const route of routes) router.add(route);
  const logged: string[] = [];
  const stackless: string[] = [];
  const log = {
    error(message: string, fields: Record<string, unknown> = {}) {
      const { error } = fields;
      logged.push(`${message}: ${error instanceof Error ? error.message : String(error)}`);
      const isTraced = [message, ...Object.values(fields)].some(
        (value) => value instanceof Error || /\n +at /.test(String(value)),
      );
      if (!isTraced) stackless.push(message);
    },
  };
  const dispatcher = new Dispatcher({ router, limits: { ...defaultLimits, body: 1_000 }, log });
  const server = createServer((incoming, outgoing) => {
    // A dispatcher that is still asynchronous returns a promise.
    Promise.resolve(dispatcher.dispatch(incoming, outgoing)).catch(() => outgoing.destroy());
    dispatched?.(outgoing);
  });
  // In the learner's own program, such an error would end the process. Here the client gets no response.
  const crashes: unknown[] = [];
  const onCrash = (error: unknown) => {
    crashes.push(error);
    server.closeAllConnections();
  };
  process.on('uncaughtException', onCrash).on('unhandledRejection', onCrash);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    process.off('uncaughtException', onCrash).off('unhandledRejection', onCrash);
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, logged, stackless, crashes, close };
}

/** `200 {"a":1}`, `no response` if the connection was closed, or `the client is still waiting`. */
export async function outcomeOf(url: string, options: RequestInit = {}): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000), ...options });
    return `${response.status} ${await response.text()}`.trim();
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'the client is still waiting' : 'no response';
  }
}
