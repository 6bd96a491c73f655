import { type Context, type Controller, inject, type Route } from 'trellis';
import { CloakroomService } from './cloakroom.service.ts';
import { clearTicket } from './coat-ticket.ts';
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
    ctx.setCookie('ticket', await this.cloakroom.hang(ctx.query('colour')));
    return { message: 'Enjoy the evening' };
  }

  async giveBack(ctx: Context) {
    await this.cloakroom.giveBack(ctx.cookie('ticket'));
    clearTicket(ctx);
  }

  enter(ctx: Context) {
    return { message: `The one with the ${ctx.get<string>('colour')} coat may come in` };
  }
}
