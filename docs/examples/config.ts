import { inject, module, provide, token } from 'trellis';
import * as z from 'zod';

const Variables = z.object({
  MAIL_KEY: z.string().min(16),
  MAILS_PER_HOUR: z.coerce.number().int().min(1).default(100),
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

export class Outbox {
  @inject(Config) private readonly config!: Config;

  get limit(): number {
    return this.config.MAILS_PER_HOUR;
  }
}

export const OutboxModule = module('OutboxModule', { imports: [ConfigModule], declarations: [Outbox] });
