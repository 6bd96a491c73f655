import { type Context, HttpError, inject, Log, type Middleware, type Next } from 'trellis';

/** Writes down how each visit went. */
export class VisitorsBook implements Middleware {
  @inject(Log) private readonly log!: Log;

  async handle(ctx: Context, next: Next) {
    try {
      const answer = await next();
      this.log.info('visit', { status: ctx.response.status || (answer === undefined ? 204 : 200) });
      return answer;
    } catch (error) {
      this.log.warn('visit', { status: error instanceof HttpError ? error.status : 500 });
      throw error;
    }
  }
}
