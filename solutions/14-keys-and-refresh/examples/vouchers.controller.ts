import { type Context, type Controller, inject, type Route } from 'trellis';
import { Desk } from './desk.ts';
import { VoucherCheck } from './voucher-check.ts';
import { VouchersService } from './vouchers.service.ts';

/** Vouchers, over HTTP: the desk makes them, guests come with them. */
export class VouchersController implements Controller {
  @inject(VouchersService) private readonly vouchers!: VouchersService;

  routes(): Route[] {
    return [
      {
        path: '/vouchers',
        middlewares: [Desk],
        children: [{ method: 'POST', path: '/:room', handler: this.create }],
      },
      { method: 'POST', path: '/vouchers/extend', middlewares: [VoucherCheck], handler: this.extend },
    ];
  }

  async create(ctx: Context) {
    return ctx.status(201).json(await this.vouchers.create(Number(ctx.param('room'))));
  }

  extend(ctx: Context) {
    return { extended: ctx.get('voucher') };
  }
}
