import type { Context, Middleware, Next } from 'trellis';

export const greetings = new Map([
  ['en', 'Welcome!'],
  ['de', 'Willkommen!'],
  ['fr', 'Bienvenue !'],
]);

/** Stores the language for this reader in the context: the one they have chosen, or the one that their browser prefers. */
export class ReaderLanguage implements Middleware {
  handle(ctx: Context, next: Next) {
    const chosen = ctx.cookie('language');
    ctx.set('language', greetings.has(chosen) ? chosen : preferred(ctx.header('Accept-Language')));
    return next();
  }
}

function preferred(header: string): string {
  const ranked = header.split(',').map(toRange);
  const named = new Set(ranked.map(({ language }) => language));
  // `sort` keeps the order of equal weights.
  for (const { language } of ranked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)) {
    if (greetings.has(language)) return language;
    const other = language === '*' && [...greetings.keys()].find((known) => !named.has(known));
    if (other) return other;
  }
  return 'en';
}

function toRange(part: string) {
  const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
  return { language: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
}
