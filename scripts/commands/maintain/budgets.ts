import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { Usage } from 'trellis';
import { allChapters } from '../../workshop/chapters.ts';

export const usage: Usage = {
  summary: 'how long the browser edition takes, and how its memory grows (maintainers)',
  words: '[chapters]',
  examples: ['budgets', 'budgets 01 03'],
};

export async function run(wanted: readonly string[]): Promise<undefined> {
  // Loaded here: a list of the commands needs no browser.
  const { launchBrowser } = await import('../../site/browser.fixture.ts');
  const { publishSite } = await import('../../site/published-site.fixture.ts');
  const { clickToProgram, memoryOfPages, saveToVerdict } = await import('../../browser/budgets.ts');
  const site = await publishSite();
  const browser = await launchBrowser();
  try {
    const clicks: number[] = [];
    for (let visit = 0; visit < 5; visit++) clicks.push(await clickToProgram(browser, site));
    show('click to a running program', clicks, 3_000);
    for (const chapter of allChapters().slice(0, 7)) {
      if (wanted.length > 0 && !wanted.includes(chapter.number)) continue;
      show(`${chapter.number}: save to the verdict`, await saveToVerdict(browser, site, chapter, 8), 1_000);
    }
    if (wanted.length === 0 && existsSync('/proc')) {
      const edits = 300;
      await saveToVerdict(browser, site, allChapters()[0]!, edits, (edit) => {
        if (edit % 50 === 0) console.log(`after ${edit} edits: ${Math.round((memoryOfPages() ?? 0) / 1e6)} MB`);
      });
    }
  } finally {
    await browser.close();
    site.close();
  }
}

/** The first save also warms the browser up. */
function show(title: string, times: readonly number[], most: number): void {
  const sorted = [...times].sort((a, b) => a - b);
  const [middle, worst] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!].map(Math.round);
  const verdict = middle! <= most ? 'within' : 'OVER';
  console.log(
    `${title}: median ${middle} ms, worst ${worst} ms, ${verdict} ${most} ms (${times.length} times, load ${loadavg()[0]!.toFixed(1)})`,
  );
}
