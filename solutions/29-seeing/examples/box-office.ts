import { type AppOptions, addLogFields, type Context, inject, Log, logScope, type Next, requestId } from 'trellis';

/** Knows nothing about requests. */
export class Seats {
  @inject(Log) private readonly log!: Log;

  book(row: number): void {
    this.log.info('seat booked', { row });
  }
}

export class Member {
  handle(ctx: Context, next: Next) {
    addLogFields({ member: ctx.header('X-Member') });
    return next();
  }
}

export const boxOffice: AppOptions = {
  middlewares: [requestId(), logScope(), Member],
  onResponse: ({ method, route, status }, _ctx, log) => log.info('done', { method, route, status }),
};
