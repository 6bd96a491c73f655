import { type Context, HttpError, inject, Log, type Middleware, type Next } from 'trellis';

/** Logs how each visit went. */
export class VisitorsBook implements Middleware {
  @inject(Log) private readonly log!: Log;

  async handle(ctx: Context, next: Next) {
    try {
      const result = await next();
      this.log.info('visit', { status: ctx.response.status || (result === undefined ? 204 : 200) });
      return result;
    } catch (error) {
      this.log.warn('visit', { status: error instanceof HttpError ? error.status : 500 });
      throw error;
    }
  }
}
