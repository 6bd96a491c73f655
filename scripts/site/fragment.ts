import type { Context } from 'trellis';

/** For an address that has a page and a part of it (`x-fragment`), and changes with the learner's code. */
export function onlyForNow(ctx: Context): void {
  ctx.response.setHeader('cache-control', 'no-store').setHeader('vary', 'x-fragment');
}
