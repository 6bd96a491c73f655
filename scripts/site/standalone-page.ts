import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';

export interface Standalone {
  readonly title: string;
  /** The left end of the bar. */
  readonly brand: Html;
  readonly body: Html;
  /** The address that the browser opens next, by itself. */
  readonly next?: string;
  readonly script?: string;
}

/** A page that needs no other file: it carries its styles with it. */
export function standalonePage({ title, brand, body, next, script }: Standalone): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${next !== undefined && html`<meta http-equiv="refresh" content="${raw(`0; url=${encodeURI(next)}`)}">`}
<title>${title} · Trellis</title>
${raw(`<style>${styles()}</style>`)}
</head>
<body>
<header class="bar">${brand}</header>
<div class="columns"><span></span><main><article>
${body}
</article></main></div>
${script !== undefined && raw(`<script>${script}</script>`)}
</body>
</html>`;
}

/** A content security policy for such a page without a script: nothing but its own styles. */
export function standalonePolicy(): string {
  const hash = createHash('sha256').update(styles()).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function styles(): string {
  return readFileSync(join(import.meta.dirname, 'assets', 'site.css'), 'utf8').replaceAll('<', '');
}
