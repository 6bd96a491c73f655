import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { html } from 'trellis';
import { root } from '../workshop/chapters.ts';
import { verifyLinks } from '../workshop/verify/links.ts';
import { Workshop } from '../workshop/workshop.ts';
import { diskPlaces } from './places.ts';
import { searchEngineText, searchScript } from './search-index.ts';
import { Site } from './site.ts';

/** Writes every page as a file that needs no server. Gives the number of pages; a broken link stops it. */
export async function buildSite(target = join(root, 'dist', 'site')): Promise<number> {
  const site = new Site();
  refuseBrokenLinks(site);
  rmSync(target, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const standings = new Workshop().standings().map((standing) => ({ ...standing, done: 0 }));
  const viewFrom = (path: string) => ({ places: diskPlaces(dirname(path)), standings, isStatic: true });
  for (const page of site.content.pages) {
    const path = `${page.path}index.html`;
    write(path, (await site.page(page, viewFrom(path))).toString());
  }
  for (const file of site.sources) {
    const path = `/source/${file}.html`;
    write(path, (await site.source(file, viewFrom(path))).toString());
  }
  const lost = html`<h1>There is no such page</h1><p>The address leads nowhere.</p>`;
  write('/404.html', site.plain('Not found', lost, viewFrom('/404.html')).toString());
  cpSync(join(import.meta.dirname, 'assets'), join(target, 'assets'), { recursive: true });
  write('/assets/code.css', site.highlighter.css());
  write('/assets/minisearch.js', searchEngineText());
  // Relative to the site's root: the page that searches knows where that is.
  write(
    '/assets/search-index.js',
    searchScript(site.content, () => diskPlaces('/')),
  );
  return site.content.pages.length;
}

function refuseBrokenLinks(site: Site): void {
  const findings = site.content.pages.flatMap(({ file }) => verifyLinks(join(root, file)));
  if (findings.length === 0) return;
  throw new Error(findings.map(({ place, problem }) => `${place}: ${problem}`).join('\n'));
}
