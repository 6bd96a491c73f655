import type { Context } from '../../http/context.ts';
import { reasonOf } from '../../http/status.ts';
import { type Html, html } from './html/html.ts';

/** The error page of applications that don't define their own. */
export function errorPage(status: number, message: string, ctx: Context): Html {
  const reason = reasonOf(status);
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${status} ${reason}</title>
  <style>
    :root { color-scheme: light dark; }
    body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.5 system-ui, sans-serif; }
    main { max-width: 36rem; padding: 2rem; overflow-wrap: anywhere; }
    p:first-child { margin: 0; font-size: 0.875rem; letter-spacing: 0.1em; }
    h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
  </style>
</head>
<body>
  <main>
    <p>${status}</p>
    <h1>${reason}</h1>
    ${message !== reason && html`<p>${message}</p>`}
    <p><a href="${startPage(ctx)}">Back to the start page</a></p>
  </main>
</body>
</html>
`;
}

/** Relative, because a proxy may have removed a prefix from the path: the link then stays below that prefix. */
function startPage(ctx: Context): string {
  const [path = ''] = (ctx.request.incoming.url ?? '').split('?');
  return `./${'../'.repeat(Math.max(path.split('/').length - 2, 0))}`;
}
