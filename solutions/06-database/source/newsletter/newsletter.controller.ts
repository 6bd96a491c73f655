import { type Context, type Controller, inject, type Route } from 'trellis';
import { NewsletterService } from './newsletter.service.ts';

/** The newsletter, over HTTP. Chapter 07 removes it again. */
export class NewsletterController implements Controller {
  @inject(NewsletterService) private readonly newsletter!: NewsletterService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/newsletter', handler: this.count },
      { method: 'PUT', path: '/newsletter/:email', handler: this.subscribe },
      { method: 'DELETE', path: '/newsletter/:email', handler: this.unsubscribe },
    ];
  }

  async count() {
    return { subscribers: await this.newsletter.count() };
  }

  subscribe(ctx: Context) {
    return this.newsletter.subscribe(ctx.param('email'));
  }

  unsubscribe(ctx: Context) {
    return this.newsletter.unsubscribe(ctx.param('email'));
  }
}
