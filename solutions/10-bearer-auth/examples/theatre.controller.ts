import type { Context, Controller, Route } from 'trellis';
import { DoorsOpen } from './doors-open.ts';
import { TicketCheck } from './ticket-check.ts';

/** A theatre: the hall has opening hours, and a seat requires a ticket. */
export class TheatreController implements Controller {
  routes(): Route[] {
    return [
      {
        path: '/hall',
        middlewares: [DoorsOpen],
        children: [
          { method: 'GET', path: '/stage', handler: this.stage },
          { method: 'POST', path: '/applause', handler: this.applaud },
        ],
      },
      { method: 'GET', path: '/programme', handler: this.programme },
      { method: 'GET', path: '/seat', middlewares: [TicketCheck], handler: this.seat },
    ];
  }

  stage() {
    return { scene: 'A garden at night' };
  }

  applaud() {
    return { applause: 'Bravo!' };
  }

  programme() {
    return ['Overture', 'Interval', 'Finale'];
  }

  seat(ctx: Context) {
    return { seat: ctx.get<number>('seat') };
  }
}
