import {
  type Context,
  crossOriginProtection,
  inject,
  type Middleware,
  module,
  type Next,
  provide,
  token,
} from 'trellis';
import * as z from 'zod';

const Variables = z.object({
  MAIL_KEY: z.string().min(16),
  MAILS_PER_HOUR: z.coerce.number().int().min(1).default(100),
  // Separated by commas. Without the filter, an unset variable would become an array with an empty string.
  WEB_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((origin) => origin !== '')),
});

export type Config = z.infer<typeof Variables>;
export const Config = token<Config>('Config');

function readConfig(): Config {
  const { data, error } = Variables.safeParse(process.env);
  if (error) throw new Error(`The environment variables are invalid:\n${z.prettifyError(error)}`);
  return data;
}

export const ConfigModule = module('ConfigModule', {
  exports: [Config],
  declarations: [provide(Config, { factory: readConfig })],
});

/** `crossOriginProtection` with the origins of the configuration. */
export class TrustedOrigins implements Middleware {
  @inject(Config) private readonly config!: Config;

  handle(ctx: Context, next: Next) {
    return crossOriginProtection({ trusted: this.config.WEB_ORIGINS }).handle(ctx, next);
  }
}

export class Outbox {
  @inject(Config) private readonly config!: Config;

  get limit(): number {
    return this.config.MAILS_PER_HOUR;
  }
}

export const OutboxModule = module('OutboxModule', { imports: [ConfigModule], declarations: [Outbox, TrustedOrigins] });
