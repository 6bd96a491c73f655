import { isIP } from 'node:net';
import { type Context, HttpError, type Middleware, type Next } from 'trellis';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests for a name that this server doesn't have. A page on the internet can point a name of its own at 127.0.0.1
 * (DNS rebinding) and would then count as the same origin. An IP address is no such name: nobody can redirect it.
 */
export class KnownHost implements Middleware {
  handle(ctx: Context, next: Next) {
    const host = nameIn(ctx);
    const isKnown = isLocalName(ctx) || host === process.env.HOST || isIP(host.replace(/[[\]]/g, '')) > 0;
    if (!isKnown) throw new HttpError(403, `This server isn't called ${host}. Open it as localhost, on the same port.`);
    return next();
  }
}

/**
 * For everything that shows the learner's code or starts programs. Only for the person at this machine, even if HOST opens
 * the pages to the network; and whatever changes something must come from one of our own pages.
 */
export class LocalOnly implements Middleware {
  handle(ctx: Context, next: Next) {
    if (!isLocal(ctx)) {
      throw new HttpError(403, 'This is for this machine only. Open the site as localhost, on the same port.');
    }
    const isRead = ctx.request.method === 'GET' || ctx.request.method === 'HEAD';
    if (!isRead && !isFromOurPages(ctx)) throw new HttpError(403);
    return next();
  }
}

/** Whether one of our own pages asks, on this machine: for what a GET request starts. */
export function isOwnPage(ctx: Context): boolean {
  return isLocal(ctx) && isFromOurPages(ctx);
}

function isLocal(ctx: Context): boolean {
  return isLocalName(ctx) && isLoopback(ctx.request.incoming.socket.remoteAddress ?? '');
}

/** A codespace forwards each port under a name of its own, which GitHub resolves and nobody else. */
function isLocalName(ctx: Context): boolean {
  const { CODESPACE_NAME: codespace, GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN: domain } = process.env;
  const forwarded = codespace && domain ? `${codespace}-${ctx.request.incoming.socket.localPort}.${domain}` : undefined;
  return localNames.includes(nameIn(ctx)) || nameIn(ctx) === forwarded;
}

function nameIn(ctx: Context): string {
  return ctx.header('host').replace(/:\d+$/, '');
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/** Browsers that don't send Sec-Fetch-Site send Origin with every POST. A request with neither isn't trusted. */
function isFromOurPages(ctx: Context): boolean {
  const site = ctx.header('sec-fetch-site');
  return site === '' ? ctx.header('origin') === `http://${ctx.header('host')}` : site === 'same-origin';
}
