import type { Context, Controller, Route } from 'trellis';
import { KnownReader } from './known-reader.ts';

const greetings = { en: 'Welcome!', de: 'Willkommen!', fr: 'Bienvenue !' };

type Language = keyof typeof greetings;

/** Notes that readers leave on the blog. Everything about a request comes from its context. */
export class NotesController implements Controller {
  readonly #notes: string[] = [];

  routes(): Route[] {
    return [
      { method: 'GET', path: '/whoami', handler: this.whoami },
      { method: 'POST', path: '/count', handler: this.count },
      { method: 'POST', path: '/notes', handler: this.write },
      { method: 'GET', path: '/notes/:number', handler: this.read },
      { method: 'PUT', path: '/reader/:name', handler: this.remember },
      { method: 'GET', path: '/reader', handler: this.reader },
      { method: 'POST', path: '/guestbook', middlewares: [KnownReader], handler: this.sign },
      { method: 'GET', path: '/welcome', handler: this.welcome },
      { method: 'PUT', path: '/language/:code', handler: this.chooseLanguage },
    ];
  }

  whoami(ctx: Context) {
    return { agent: ctx.header('User-Agent'), reader: ctx.header('X-Reader') || 'stranger' };
  }

  async count(ctx: Context) {
    const body = await ctx.request.body();
    return { bytes: body.length, characters: [...body.toString()].length };
  }

  async write(ctx: Context) {
    const body = await ctx.request.body();
    const number = this.#notes.push(body.toString());
    ctx.response.setHeader('Location', `/notes/${number}`);
    return ctx.status(201).json({ number });
  }

  read(ctx: Context) {
    const note = this.#notes[Number(ctx.param('number')) - 1];
    if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });
    return ctx.status(200).send(note);
  }

  remember(ctx: Context) {
    ctx.setCookie('reader', ctx.param('name'));
  }

  reader(ctx: Context) {
    return { reader: ctx.cookie('reader') };
  }

  async sign(ctx: Context) {
    const body = await ctx.request.body();
    return { from: ctx.get<string>('reader'), text: body.toString() };
  }

  welcome(ctx: Context) {
    const chosen = ctx.cookie('lang');
    const language = isLanguage(chosen) ? chosen : bestOf(ctx.header('Accept-Language'));
    ctx.response.setHeader('Content-Language', language);
    ctx.response.setHeader('Cache-Control', 'no-store');
    return ctx.status(200).send(greetings[language]);
  }

  chooseLanguage(ctx: Context) {
    const code = ctx.param('code');
    if (!isLanguage(code)) return ctx.status(404).json({ error: 'Unknown language' });
    ctx.setCookie('lang', code, { maxAge: 365 * 24 * 60 * 60 });
  }
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(greetings, code);
}

/** Each of our languages gets its weight, and its place in the header for the case that two have the same. */
function bestOf(header: string): Language {
  let best: { language: Language; weight: number; place: number } = { language: 'en', weight: 0, place: 0 };
  for (const language of Object.keys(greetings) as Language[]) {
    const { weight, place } = weightOf(language, header);
    if (weight > best.weight || (weight === best.weight && place < best.place)) best = { language, weight, place };
  }
  return best.language;
}

function weightOf(language: Language, header: string): { weight: number; place: number } {
  const ranges = header.split(',').map((range, place) => {
    const [, name = '', weight = '1'] = /^\s*([\w*]+)[\w-]*\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(range) ?? [];
    return { name: name.toLowerCase(), weight: Number(weight), place };
  });
  const own = ranges.filter(({ name }) => name === language);
  const matching = own.length > 0 ? own : ranges.filter(({ name }) => name === '*');
  const weight = Math.max(0, ...matching.map((range) => range.weight).filter((each) => each > 0));
  return { weight, place: matching.find((range) => range.weight === weight)?.place ?? 0 };
}
