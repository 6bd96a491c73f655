import { type Context, type Html, html } from 'trellis';
import { withoutKey } from './key-holder.ts';
import { standalonePage, standalonePolicy } from './standalone-page.ts';

/** Any error, for a client without the key. It says what to do, and nothing about the learner: no list of pages, no progress. */
export function strangerPage(message: string, ctx: Context): Html {
  ctx.response.setHeader('content-security-policy', standalonePolicy());
  const body = html`<h1>${message}</h1>
<p>These pages show your code and start your programs. Other people may have an account on this machine, so the pages open only for a browser that has the key.</p>
<ol>
<li>Find the terminal in which <code>npm run docs</code> runs, or start it in the folder of the workshop.</li>
<li>Open the address that it prints, which ends in <code>?key=…</code>. In most terminals you can click it while you hold Ctrl or ⌘.</li>
</ol>
<p>A browser keeps the key until it is closed. After a day, the next start of <code>npm run docs</code> prints a new key.</p>`;
  const next = comesFromElsewhere(ctx) ? withoutKey(ctx) : undefined;
  return standalonePage({ title: message, brand: html`<span class="brand">Trellis</span>`, body, next });
}

/**
 * Whether a link on another site opened this page. Browsers don't send our cookie then, because it is `SameSite=Strict`, and
 * not after a redirect either. So the page opens the same address again: now it is a link of our own, and the cookie comes
 * along. `Sec-Fetch-Site` tells the two apart, so this happens once.
 */
function comesFromElsewhere(ctx: Context): boolean {
  return ctx.header('sec-fetch-site') === 'cross-site' && ctx.header('sec-fetch-mode') === 'navigate';
}
