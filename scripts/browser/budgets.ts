import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { PublishedSite } from '../site/published-site.fixture.ts';
import { Visitor } from '../site/visitor.fixture.ts';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { type Files, solutionAt, starterOf } from '../workshop/starters.ts';

/* What the pages of the browser edition may take, measured on the published pages. All times are in milliseconds. */

/** From the click on "Try it here", in a browser that has never been there, until the program listens. */
export async function clickToProgram(browser: Browser, site: PublishedSite): Promise<number> {
  const page = await new Visitor(browser, site).newPage();
  await page.goto(`${site.url}/chapters/${allChapters()[0]!.slug}/`, { waitUntil: 'networkidle' });
  const start = performance.now();
  await page.getByRole('link', { name: 'Try it here' }).click();
  await page.locator('.bench-output', { hasText: 'Listening on' }).waitFor({ state: 'attached', timeout: 60_000 });
  const time = performance.now() - start;
  await page.context().close();
  return time;
}

/** From a save until step 1 has its verdict, `times` times, with code that passes it and code that doesn't in turn. */
export async function saveToVerdict(
  browser: Browser,
  site: PublishedSite,
  chapter: Chapter,
  times: number,
  onEdit: (edit: number) => void = () => {},
): Promise<number[]> {
  const visitor = new Visitor(browser, site);
  const solved = solutionAt(chapter, 1);
  const file = changedFile(starterOf(chapter), solved);
  const page = await visitor.tryWith(chapter.slug, solved);
  await visitor.step(page, 1, 'passed');
  await page.getByRole('tab', { name: file, exact: true }).click();
  const taken: number[] = [];
  for (let edit = 0; edit < times; edit++) {
    const isBroken = edit % 2 === 0;
    // Every edit is new to the compiler.
    const text = `${isBroken ? starterOf(chapter).get(file) : solved.get(file)}// Edit ${edit}\n`;
    await visitor.type(page, text);
    taken.push((await page.evaluate(measure(isBroken ? 'failed' : 'passed'))) as number);
    // The next edit waits for the other steps, as a learner does.
    await page.locator('.task[data-running]').first().waitFor({ state: 'detached', timeout: 60_000 });
    onEdit(edit + 1);
  }
  await page.context().close();
  return taken;
}

/** The first file that step 1 changes. */
function changedFile(starter: Files, solved: Files): string {
  return [...solved].find(([name, text]) => starter.has(name) && starter.get(name) !== text)![0];
}

/** Saves as Ctrl+S does, and waits in the page for the verdict. */
function measure(state: string): string {
  return `new Promise((resolve) => {
    const start = performance.now();
    const heard = ({ detail }) => {
      if (detail.states[0].state !== '${state}') return;
      removeEventListener('steps', heard);
      resolve(performance.now() - start);
    };
    addEventListener('steps', heard);
    document.querySelector('.bench-foot [data-check-here]').click();
  })`;
}

/** The memory of the browser's processes for pages, in bytes; undefined where the system doesn't tell. */
export function memoryOfPages(): number | undefined {
  let sum = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const { ppid, rss } = statusOf(pid);
      if (readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes('--type=renderer') && isOurs(ppid)) sum += rss;
    } catch {
      // It has ended meanwhile.
    }
  return sum || undefined;
}

function statusOf(pid: string): { ppid: string; rss: number } {
  const status = readFileSync(join('/proc', pid, 'status'), 'utf8');
  return { ppid: /PPid:\s*(\d+)/.exec(status)![1]!, rss: Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) * 1024 };
}

/** Other browsers may run on this machine. */
function isOurs(pid: string): boolean {
  if (pid === String(process.pid)) return true;
  return pid !== '0' && pid !== '1' && isOurs(statusOf(pid).ppid);
}
