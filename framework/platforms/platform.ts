import type { Context } from '../http/context.ts';
import type { FlatRoute } from '../routing/route.ts';
import type { Log } from '../services/log/log.ts';

/** How values become HTTP responses. Both functions fill `ctx.response`; the dispatcher sends it. */
export interface HttpPlatform {
  readonly kind: 'http';
  /** Whether `bind` also accepts the body of an HTML form. */
  readonly forms: boolean;
  /** For the value that a handler returned, which is never undefined here. May return a promise, which is awaited. */
  serialize(value: unknown, ctx: Context): unknown;
  /**
   * For errors, with their status already set. Synchronous: nothing waits for a promise here. The message is safe to show to the client; what `error` says
   * may not be. It is undefined if nothing was thrown, for example because no route matched.
   */
  serializeError(status: number, message: string, ctx: Context, error?: unknown): void;
}

/** How routes become commands. */
export interface CliPlatform {
  readonly kind: 'cli';
  /** Resolves to the exit code. `start` starts the services. It is called before a command runs, but not for help or a usage error. */
  run(commands: FlatRoute[], argv: string[], log: Log, start: () => Promise<void>): Promise<number>;
}

export type Platform = HttpPlatform | CliPlatform;
