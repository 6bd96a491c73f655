import { type Context, HttpError, type Middleware, type Next } from 'trellis';
import type { Post } from '../posts/post.ts';
import type { User } from '../users/user.ts';

/** Looks at the version once, before anything else. */
export const version: Middleware = {
  handle(ctx: Context, next: Next) {
    const asked = ctx.header('Api-Version');
    ctx.response.setHeader('Vary', 'Api-Version');
    if (asked !== '' && asked !== '1') throw new HttpError(400, 'Unknown API version');
    ctx.set('is_old', asked === '1');
    return next();
  },
};

export function isOld(ctx: Context): boolean {
  return ctx.get<boolean | undefined>('is_old') === true;
}

export function userFor(ctx: Context, user: User): Partial<User> {
  const { role, ...rest } = user;
  return isOld(ctx) ? rest : { ...rest, role };
}

export function postFor(ctx: Context, post: Post) {
  return post.author === undefined ? post : { ...post, author: userFor(ctx, post.author) };
}
