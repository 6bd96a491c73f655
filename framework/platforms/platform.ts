import type { Context } from '../http/context.ts';
import type { FlatRoute } from '../routing/route.ts';
import type { Log } from '../services/log/log.ts';

/** How values become answers over HTTP. Both functions fill `ctx.response`; the dispatcher sends it. */
export interface HttpPlatform {
  readonly kind: 'http';
  /** Whether `bind` also reads what a browser's form sends. */
  readonly forms: boolean;
  /** For what a handler returned; undefined never gets here. */
  serialize(value: unknown, ctx: Context): unknown;
  /** For what went wrong, at once: nobody waits for a promise here. The message is safe to show. */
  serializeError(status: number, message: string, ctx: Context): void;
}

/** How routes become commands. Gives the exit code. */
export interface CliPlatform {
  readonly kind: 'cli';
  /** `start` brings the services up: before a command runs, but not for a help text or a typing error. */
  run(commands: FlatRoute[], argv: string[], log: Log, start: () => Promise<void>): Promise<number>;
}

export type Platform = HttpPlatform | CliPlatform;
