import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters, root } from '../workshop/chapters.ts';
import { solutionAt } from '../workshop/starters.ts';
import { launchBrowser } from './browser.fixture.ts';
import { colouredTerminal } from './coloured-terminal.ts';
import { markFile, xrayPictureMark } from './picture-marks.ts';
import { recordRequests } from './recorded-requests.ts';
import { runningChapter } from './running-chapter.fixture.ts';
import { startSite } from './started-site.fixture.ts';

const folder = join(root, 'docs', 'images');

/**
 * Generates the pictures of the workshop from the programs themselves: the requests that the home page plays
 * (recorded-trips.json), the pictures of X-ray, and the terminal of the README.
 */
export async function makePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await pictureRequests();
  for (const [name, picture] of colouredTerminal()) writeFileSync(join(folder, name), picture);
  await pictureBrowserEdition();
}

async function pictureRequests(): Promise<void> {
  const running = await runningChapter('10-bearer-auth');
  const browser = await launchBrowser();
  try {
    const recorded = await recordRequests(running, 8);
    writeFileSync(join(import.meta.dirname, 'recorded-trips.json'), `${JSON.stringify(recorded, null, 2)}\n`);
    const [first] = recorded;
    writeFileSync(markFile, `${xrayPictureMark(first!)}\n`);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await running.site.newPage(browser, {
        viewport: { width: 1400, height: 1400 },
        deviceScaleFactor: 2,
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.goto(`${running.site.url}/x-ray/requests/${first!.key}`);
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
      // The first visit compiles the whole edition.
      await page.goto(`${site.url}/try/${chapter.slug}/`, { timeout: 180_000 });
      await page.locator('.task[data-step="2"][data-state="failed"]').waitFor({ timeout: 120_000 });
      await page.evaluate(`document.querySelector('.task[data-step="1"]').scrollIntoView({ block: 'center' })`);
      await page.screenshot({ path: join(folder, `try-${colorScheme}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}
