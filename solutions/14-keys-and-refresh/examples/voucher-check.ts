import { type Context, inject, type Middleware, type Next } from 'trellis';
import { VouchersService } from './vouchers.service.ts';

/** Lets whoever has a voucher into the network. */
export class VoucherCheck implements Middleware {
  @inject(VouchersService) private readonly vouchers!: VouchersService;

  async handle(ctx: Context, next: Next) {
    const voucher = await this.vouchers.find(ctx.header('X-Voucher'));
    if (voucher === undefined) return ctx.status(401).json({ error: 'Ask at the desk' });
    ctx.set('voucher', voucher);
    return next();
  }
}
