import type { Context } from 'trellis';

/** All messages that a page can show after a redirect, by name. The cookie has the name, never the message. */
const notices = new Map([
  ['draft-saved', 'Your draft is saved.'],
  ['published', 'Your post is published.'],
  ['signed-out', 'You are signed out.'],
]);

const cookie = 'notice';

/** Shows a message on the next page that this browser loads. */
export function setNotice(ctx: Context, name: string): void {
  if (!notices.has(name)) throw new RangeError(`There is no notice "${name}".`);
  const secure = process.env.NODE_ENV !== 'development';
  ctx.setCookie(cookie, name, { httpOnly: true, sameSite: 'lax', secure, maxAge: 60 });
}

/** The message for this page, if there is one. It is shown once. */
export function takeNotice(ctx: Context): string | undefined {
  const name = ctx.cookie(cookie);
  if (name === '') return undefined;
  ctx.setCookie(cookie, '', { maxAge: 0 });
  return notices.get(name);
}
