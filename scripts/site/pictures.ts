import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters, root } from '../workshop/chapters.ts';
import { solutionAt } from '../workshop/starters.ts';
import { launchBrowser } from './browser.fixture.ts';
import { startSite } from './started-site.fixture.ts';

/*
 * Generates the pictures of the workshop from the programs themselves: the requests that the home page plays
 * (recorded-trips.json), the pictures of X-ray, and the terminal of the README: npm run pictures
 */

// Read when the colours are loaded, so everything that loads them comes after it.
process.env.FORCE_COLOR = '1';
const { currentTerminal } = await import('./terminal-scenes.ts');
const { runningChapter, until } = await import('./running-chapter.fixture.ts');

const folder = join(root, 'docs', 'images');
mkdirSync(folder, { recursive: true });
await recordRequests();
writeFileSync(join(folder, 'terminal.svg'), await currentTerminal());
await pictureBrowserEdition();

async function recordRequests(): Promise<void> {
  const running = await runningChapter('10-bearer-auth');
  const browser = await launchBrowser();
  try {
    const post = (path: string, body: object, token = '') =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
    const user = { email: 'cook@example.com', password: 'basil and salt', name: 'The cook' };
    await post('/auth/register', user);
    const { token } = (await (await post('/auth/login', user)).json()) as { token: string };
    const soup = { title: 'Soup', content: 'Leeks, potatoes, cream.' };
    await post('/posts', soup, token);
    await post('/posts', { content: soup.content }, token);
    await post('/posts', soup);
    await until(() => running.feed.traces.length === 5);
    const recorded = running.feed.traces.slice(0, 3).map((trace) => ({
      ...trace,
      request: { ...trace.request, headers: withoutIncidental(trace.request.headers) },
    }));
    writeFileSync(join(import.meta.dirname, 'recorded-trips.json'), `${JSON.stringify(recorded, null, 2)}\n`);

    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await running.site.newPage(browser, {
        viewport: { width: 1400, height: 1400 },
        deviceScaleFactor: 2,
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.goto(`${running.site.url}/x-ray/`);
      await page.locator('.trip').waitFor();
      await page.locator('.trip-tools').evaluate((tools) => tools.remove());
      await page.locator('.trip-panel').screenshot({ path: join(folder, `x-ray-${colorScheme}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
    await running.stop();
  }
}

/** They differ from machine to machine and explain nothing. */
function withoutIncidental(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = ['content-type', 'content-length', 'authorization', 'accept'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name)));
}

/** Chapter 01 beside its editor, with its first step done. */
async function pictureBrowserEdition(): Promise<void> {
  const chapter = allChapters()[0]!;
  const [site, browser] = [await startSite(root), await launchBrowser()];
  const work = JSON.stringify({ files: Object.fromEntries(solutionAt(chapter, 1)) });
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await site.newPage(browser, {
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 2,
        colorScheme,
      });
      await page.goto(site.url);
      await page.evaluate(`localStorage.setItem('try ${chapter.slug}', ${JSON.stringify(work)})`);
      await page.goto(`${site.url}/try/${chapter.slug}/`);
      await page.locator('.task[data-step="2"][data-state="failed"]').waitFor({ timeout: 60_000 });
      await page.evaluate(`document.querySelector('.task[data-step="1"]').scrollIntoView({ block: 'center' })`);
      await page.screenshot({ path: join(folder, `try-${colorScheme}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}
