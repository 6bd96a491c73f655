import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chapterFiles } from '../browser/chapter-files.ts';
import { verifyLinks } from '../verify/links.ts';
import { root } from '../workshop/chapters.ts';
import { brokenLinks } from './broken-links.ts';
import { addressOf, forCrawlers, originOf } from './crawlers.ts';
import { notFoundPage } from './not-found-page.ts';
import { writeServiceWorker } from './offline.ts';
import { diskPlaces } from './places.ts';
import { searchScript } from './search-index.ts';
import { Site } from './site.ts';

/**
 * Writes every page as a file that needs no server. Returns the number of pages; a broken link stops it. `address` is where the site will
 * be published; without it, nothing is written that has to name the address.
 */
export async function buildSite(target: string, site = new Site(), address = process.env.SITE_URL): Promise<number> {
  const sources = new Set(site.content.pages.map(({ file }) => file));
  refuse([...sources].flatMap((file) => verifyLinks(join(site.repository, file))));
  const edition = site.browserChapters().length > 0 ? await site.edition() : undefined;
  const files = await filesOf(site, originOf(address));
  if (edition !== undefined) files.set('/assets/try/try.js', readFileSync(join(edition, 'try.js'), 'utf8'));
  refuse(brokenLinks(files, site.sources.images));
  rmSync(target, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cpSync(assets, join(target, 'assets'), { recursive: true });
  if (edition !== undefined) cpSync(edition, join(target, 'assets', 'try'), { recursive: true });
  for (const name of site.sources.images) cpSync(join(site.repository, name), join(target, 'images', name));
  if (edition !== undefined) writeServiceWorker(target);
  return [...files.keys()].filter((path) => path.endsWith('.html')).length;
}

const assets = join(import.meta.dirname, 'assets');

/** The static site, by path. */
async function filesOf(site: Site, origin: string | undefined): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const standings = site
    .workshop()
    .standings()
    .map((standing) => ({ ...standing, done: 0, isDone: false }));
  // Relative to the site's root: the page that searches knows where that is.
  const index = searchScript(site.content, diskPlaces('/'));
  // A name that changes with the content may be kept for ever, and the same one isn't loaded twice.
  const searchIndex = `search-index.${createHash('sha256').update(index).digest('hex').slice(0, 12)}.js`;
  const shared = { standings, isStatic: true, origin, searchIndex };
  const viewFrom = (path: string) => ({
    ...shared,
    places: diskPlaces(dirname(path)),
    address: origin && origin + addressOf(path),
  });
  files.set('/index.html', site.home(viewFrom('/index.html')).toString());
  for (const page of site.content.pages) {
    const path = `${page.path}index.html`;
    files.set(path, (await site.page(page, viewFrom(path))).toString());
  }
  for (const page of site.browserChapters()) {
    const folder = `/try/${page.chapter!.slug}`;
    const view = viewFrom(`${folder}/index.html`);
    files.set(`${folder}/index.html`, (await site.tryPage(page, view)).toString());
    files.set(`/assets/try/chapters/${page.chapter!.slug}.json`, JSON.stringify(chapterFiles(page.chapter!)));
    for (const { number } of page.chapter!.steps)
      files.set(`${folder}/explain-${number}.html`, (await site.explanation(page.chapter!, number, view)).toString());
  }
  for (const name of site.sources.names()) {
    const path = `/source/${name}.html`;
    files.set(path, (await site.source(name, viewFrom(path))).toString());
  }
  files.set('/404.html', notFoundPage(searchIndex));
  for (const [name, text] of forCrawlers(['/', ...site.content.pages.map(({ path }) => path)], origin))
    files.set(name, text);
  files.set(`/assets/${searchIndex}`, index);
  return files;
}

function refuse(findings: { place: string; problem: string }[]): void {
  if (findings.length === 0) return;
  throw new Error(findings.map(({ place, problem }) => `${place}: ${problem}`).join('\n'));
}

/** Where `npm run docs:build` puts it. */
export const siteFolder = join(root, 'dist', 'site');
