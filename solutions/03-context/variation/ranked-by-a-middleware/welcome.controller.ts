import type { Context, Controller, Route } from 'trellis';
import { greetings, ReaderLanguage } from './reader-language.ts';

/** Greets readers in their language. */
export class WelcomeController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/welcome', middlewares: [ReaderLanguage], handler: this.welcome },
      { method: 'PUT', path: '/language/:language', handler: this.choose },
    ];
  }

  welcome(ctx: Context) {
    const language = ctx.get<string>('language') ?? 'en';
    ctx.response.setHeader('Content-Language', language);
    ctx.response.setHeader('Vary', 'Accept-Language, Cookie');
    return ctx.status(200).send(greetings.get(language) ?? '');
  }

  choose(ctx: Context) {
    const language = ctx.param('language');
    if (!greetings.has(language)) return ctx.status(404).json({ error: 'Unknown language' });
    ctx.setCookie('language', language);
  }
}
