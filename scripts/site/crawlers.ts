import { html } from 'trellis';

/** What search engines look for: which pages there are, and that they may read them. */
export function forCrawlers(paths: readonly string[], origin: string | undefined): Map<string, string> {
  const allowed = 'User-agent: *\nAllow: /\n';
  // A sitemap consists of whole URLs. One with relative ones is invalid, and worse than none.
  if (origin === undefined) return new Map([['/robots.txt', allowed]]);
  const entries = paths.map((path) => html`<url><loc>${origin + path}</loc></url>\n`);
  const sitemap = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
  return new Map([
    ['/robots.txt', `${allowed}Sitemap: ${origin}/sitemap.xml\n`],
    ['/sitemap.xml', `<?xml version="1.0" encoding="UTF-8"?>\n${sitemap}`],
  ]);
}

/** The address of a page that has several: with and without `index.html`. */
export function addressOf(path: string): string {
  return path.replace(/\/index\.html$/, '/');
}

/** Without a slash at its end, and refused if pages couldn't be below it. */
export function originOf(address: string | undefined): string | undefined {
  if (address === undefined || address === '') return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(
      `SITE_URL is ${address}. It must be the address of the published site: https://example.org/trellis`,
    );
  return url.href.replace(/\/$/, '');
}
