import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { hashOf } from '../../workshop/progress.ts';
import { readFiles, solutionOf, writeFiles } from '../../workshop/starters.ts';
import { writeState } from '../../workshop/state-file.ts';
import { launchBrowser, violations, withoutBrowser } from '../browser.fixture.ts';
import { repositoryWithChapter } from '../repository.fixture.ts';
import { type StartedSite, startSite } from '../started-site.fixture.ts';

describe('an ending in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  const repository = withoutBrowser(import.meta.filename) ? undefined : repositoryWithChapter();
  const complaints: string[] = [];
  let browser: Browser;
  let site: StartedSite;
  let page: Page;

  before(async () => {
    const { chapter, path } = repository!;
    const file = 'hello.controller.ts';
    const files = solutionOf(chapter);
    writeFiles(
      chapter.src,
      files.set(
        file,
        files.get(file)!.replace('return this.#tags;', 'const tags = [...this.#tags];\n    return tags;'),
      ),
    );
    const numbers = chapter.steps.map(({ number }) => number);
    const steps = Object.fromEntries(numbers.map((number) => [number, true]));
    const entry = { steps, hash: hashOf(readFiles(chapter.src)), hints: {}, passed: numbers };
    writeState(join(path, '.workshop', 'progress.json'), { 'hello-route': entry });
    [browser, site] = await Promise.all([launchBrowser(), startSite(path)]);
    page = await site.newPage(browser, { viewport: { width: 1400, height: 900 }, acceptDownloads: true });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    repository?.remove();
  });

  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  const shoot = async (name: string) => {
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
  };

  test('its page can be read everywhere, and breaks no rule of its policy', async () => {
    await page.goto(`${site.url}/ending/01-hello-route/`);
    await page.getByRole('heading', { name: 'Your architecture' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await shoot('ending-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(page), []);
    await shoot('ending-dark');
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await overflow(), 0);
    // A word that wraps, and one that doesn't.
    const tops = await page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('.keep-numbers div')];
      boxes[0].querySelector('dt').textContent = 'of all the chapters of the whole workshop';
      return boxes.slice(0, 2).map((box) => box.querySelector('dd').getBoundingClientRect().top);
    })()`);
    assert.equal(new Set(tops as number[]).size, 1, 'the numbers stand in a row');
    const three = await page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('.keep-numbers div')];
      boxes[0].querySelector('dt').textContent = 'lines of yours';
      for (const box of boxes.slice(3)) box.remove();
      return boxes.slice(0, 3).map((box) => box.getBoundingClientRect().top);
    })()`);
    assert.equal(new Set(three as number[]).size, 1, 'three of them share it');
    assert.equal(await overflow(), 0);
    await shoot('ending-phone');
    assert.deepEqual(complaints, []);
  });

  test('the picture is saved as a PNG that was made in the page', async () => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).protocol));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a picture' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'trellis-01-hello-route.png');
    const png = readFileSync(await download.path());
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2400, 1260]);
    assert.ok(png.length > 20_000, `${png.length} bytes: it isn’t empty`);
    await page.getByText('The picture is in your downloads.').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('your version of a step is next to ours, or above it in a narrow window', async () => {
    await page.goto(`${site.url}/explain/01-hello-route/2`);
    await page.getByText('Yours', { exact: true }).first().waitFor();
    assert.equal(await overflow(), 0);
    assert.deepEqual(await violations(page), []);
    await shoot('explain-phone');
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    const [mine, ours] = await Promise.all(
      ['Yours', 'Ours'].map((name) => page.getByText(name, { exact: true }).first().boundingBox()),
    );
    assert.ok(ours!.x > mine!.x + 200 && Math.abs(ours!.y - mine!.y) < 2, 'side by side');
    await shoot('explain-wide');
    assert.deepEqual(complaints, []);
  });
});
