import { type Context, type Controller, inject, type Route } from 'trellis';
import { CloakroomService, type Coat } from './cloakroom.service.ts';
import { clearTicket, setTicket } from './coat-ticket.ts';
import { HasCoat } from './has-coat.ts';

/** A cloakroom, over HTTP. */
export class CloakroomController implements Controller {
  @inject(CloakroomService) private readonly cloakroom!: CloakroomService;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/coat', handler: this.hang },
      { method: 'DELETE', path: '/coat', handler: this.giveBack },
      { method: 'GET', path: '/hall', middlewares: [HasCoat], handler: this.enter },
    ];
  }

  async hang(ctx: Context) {
    setTicket(ctx, await this.cloakroom.hang(ctx.query('colour')));
    return { message: 'Enjoy the evening' };
  }

  async giveBack(ctx: Context) {
    await this.cloakroom.giveBack(ctx.cookie('ticket'));
    clearTicket(ctx);
  }

  enter(ctx: Context) {
    return { message: `Welcome, owner of the ${ctx.get<Coat>('coat').colour} coat` };
  }
}
