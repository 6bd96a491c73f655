import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Context,
  type Controller,
  Database,
  HttpError,
  inject,
  module,
  provide,
  type Route,
  token,
} from 'trellis';
import { z } from 'zod';

export const WebhookSecret = token<string>('WebhookSecret');

const Payment = z.object({ id: z.string(), type: z.string() });

function isSigned(bytes: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(bytes).digest();
  const sent = Buffer.from(signature, 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

export class WebhooksController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(WebhookSecret) private readonly secret!: string;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists deliveries (id text primary key, type text not null)`;
  }

  routes(): Route[] {
    return [{ method: 'POST', path: '/webhooks/payments', handler: this.receive }];
  }

  async receive(ctx: Context) {
    // The bytes as they arrived. JSON that was parsed and printed again can differ, and then the signature is wrong.
    const bytes = await ctx.request.body();
    if (!isSigned(bytes, ctx.header('x-signature'), this.secret)) throw new HttpError(401, 'Wrong signature');
    const { id, type } = await ctx.bind(Payment);
    await this.db.transaction(async (tx) => {
      // Most senders repeat a delivery that gets no 2xx. The second one finds the row and does nothing.
      const { changes } = await tx.run`
        insert into deliveries (id, type) values (${id}, ${type}) on conflict (id) do nothing`;
      if (changes === 0) return;
      // Your own changes go here, on the same tx.
    });
  }
}

export const WebhooksModule = module('WebhooksModule', {
  // Yours comes from the configuration.
  declarations: [WebhooksController, provide(WebhookSecret, { value: 'only for this example' })],
});
