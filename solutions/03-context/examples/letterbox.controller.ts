import type { Context, Controller, Route } from 'trellis';
import { PreferredLanguage } from './preferred-language.ts';

export class LetterboxController implements Controller {
  readonly #proverbs = new Map([
    ['monday', 'Well begun is half done.'],
    ['friday', 'All is well that ends well.'],
  ]);

  routes(): Route[] {
    return [
      { method: 'POST', path: '/shout', handler: this.shout },
      { method: 'PUT', path: '/oven', handler: this.heat },
      { method: 'GET', path: '/proverbs/:day', handler: this.proverb },
      { method: 'PUT', path: '/theme/dark', handler: this.darken },
      { method: 'GET', path: '/theme', handler: this.theme },
      { method: 'GET', path: '/page', middlewares: [PreferredLanguage], handler: this.page },
    ];
  }

  async shout(ctx: Context) {
    const body = await ctx.request.body();
    return { shout: body.toString().toUpperCase() };
  }

  heat(ctx: Context) {
    ctx.response.setHeader('Retry-After', '300');
    return ctx.status(202).json({ oven: 'warming up' });
  }

  proverb(ctx: Context) {
    const proverb = this.#proverbs.get(ctx.param('day'));
    if (proverb === undefined) return ctx.status(404).json({ error: 'No proverb for this day' });
    return ctx.status(200).send(proverb);
  }

  darken(ctx: Context) {
    ctx.setCookie('theme', 'dark');
  }

  theme(ctx: Context) {
    return { theme: ctx.cookie('theme') || 'light' };
  }

  page(ctx: Context) {
    return { language: ctx.get<string>('language') };
  }
}
