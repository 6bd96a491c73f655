import { type Context, HttpError, type Middleware, type Next } from 'trellis';

/**
 * For what only the person at this machine may see and do. A page of somebody else's can reach a server here under a name
 * of its own that it points to 127.0.0.1 (DNS rebinding): so the name must be one of ours. And what changes something
 * must come from one of our pages.
 */
export class LocalOnly implements Middleware {
  handle(ctx: Context, next: Next) {
    const host = ctx.header('host').replace(/:\d+$/, '');
    if (!['localhost', '127.0.0.1', '[::1]'].includes(host)) {
      throw new HttpError(403, 'The X-ray is for this machine only. Open it as http://localhost:4000/x-ray/.');
    }
    const isRead = ctx.request.method === 'GET' || ctx.request.method === 'HEAD';
    if (!isRead && !['', 'same-origin'].includes(ctx.header('sec-fetch-site'))) throw new HttpError(403);
    return next();
  }
}
