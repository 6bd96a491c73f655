import type { Context, Controller, Route } from 'trellis';
import { type Language, Languages } from './languages.ts';

const greetings: Record<Language, string> = { en: 'Welcome!', de: 'Willkommen!', fr: 'Bienvenue !' };

/** Greets readers, and lets them choose their language. */
export class LanguageController implements Controller {
  readonly #languages = new Languages();

  routes(): Route[] {
    return [
      { method: 'GET', path: '/welcome', handler: this.welcome },
      { method: 'PUT', path: '/language/:language', handler: this.choose },
    ];
  }

  welcome(ctx: Context) {
    const language = this.#languages.of(ctx.cookie('who'), ctx.header('Accept-Language'));
    ctx.response.setHeader('Vary', 'Cookie, Accept-Language');
    ctx.response.setHeader('Content-Language', language);
    return ctx.send(greetings[language]);
  }

  choose(ctx: Context) {
    const language = this.#languages.find(ctx.param('language'));
    if (language === undefined) return ctx.status(404).json({ error: 'Unknown language' });
    ctx.setCookie('who', this.#languages.choose(language));
  }
}
