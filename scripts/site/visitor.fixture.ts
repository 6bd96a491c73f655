import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { allChapters } from '../workshop/chapters.ts';
import type { PublishedSite } from './published-site.fixture.ts';

const [first] = allChapters();

/** Somebody who does chapters in the browser. */
export class Visitor {
  readonly site: PublishedSite;
  readonly #browser: Browser;
  /** What a console should not show: errors, and requests to other places. */
  readonly troubles: string[] = [];

  constructor(browser: Browser, site: PublishedSite) {
    this.#browser = browser;
    this.site = site;
  }

  /** In a new browser profile. */
  async newPage(options?: BrowserContextOptions): Promise<Page> {
    return this.pageIn(await this.#browser.newContext(options));
  }

  async pageIn(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && this.troubles.push(message.text()));
    page.on('pageerror', ({ message }) => this.troubles.push(message));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(blob:|data:)/.test(url) && !url.startsWith(this.site.url)) this.troubles.push(url);
    });
    return page;
  }

  /** A new visitor, who presses the button of chapter 01. */
  async tryChapter(options?: BrowserContextOptions): Promise<Page> {
    const page = await this.newPage(options);
    await page.goto(`${this.site.url}/chapters/${first!.slug}/`);
    await page.getByRole('link', { name: 'Try it here' }).click();
    await this.ready(page);
    return page;
  }

  /** The page of a chapter, with these files already in its editor. */
  async tryWith(slug: string, files: ReadonlyMap<string, string>): Promise<Page> {
    const page = await this.newPage();
    const work = JSON.stringify({ files: Object.fromEntries(files) });
    await page.goto(`${this.site.url}/`);
    await page.evaluate(`localStorage.setItem('try ${slug}', ${JSON.stringify(work)})`);
    await page.goto(`${this.site.url}/try/${slug}/`);
    await this.ready(page);
    return page;
  }

  async ready(page: Page): Promise<void> {
    await page.locator('.bench[data-ready]').waitFor({ timeout: 60_000 });
  }

  /** Replaces the file that is open, as somebody who pastes does. */
  async type(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Code of' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  }

  async done(page: Page): Promise<void> {
    await page.locator('.finish[data-done="true"]').waitFor({ timeout: 120_000 });
  }

  async step(page: Page, number: number, state: string): Promise<void> {
    await page.locator(`.task[data-step="${number}"][data-state="${state}"]`).waitFor({ timeout: 60_000 });
  }
}
