import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters } from '../workshop/chapters.ts';
import { isolation } from '../workshop/run/isolation.ts';
import { Program } from '../workshop/run/program.ts';
import { launchBrowser } from './browser.fixture.ts';

/*
 * Makes the pictures in the README of chapter 19 from its solution: node --import tsx scripts/site/screenshots.ts
 * One pixel per CSS pixel and no antialiasing in colour keep the files small enough for the repository.
 */

const chapter = allChapters().find(({ number }) => number === '19')!;
const folder = join(chapter.folder, 'images');
const posts = [
  ['Soup', 'Leeks, potatoes, cream.\nAdd more basil than you think.\nhttps://soup.example/the-long-version'],
  ['Bread & <butter>', 'Flour, water, salt, and a night of waiting.'],
  ['What to do with "leftovers"', 'Anything. Really.'],
] as const;

const env = { ...isolation(), NODE_ENV: 'development', BCRYPT_COST: '4', PORT: '0', HOST: '127.0.0.1' };
const program = new Program({ src: chapter.solution, env });
const browser = await launchBrowser();
try {
  const url = (await program.listening()).url.replace('localhost', '127.0.0.1');
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/auth/register`);
  await page.getByLabel('Name').fill('The cook');
  await page.getByLabel('Email').fill('cook@example.com');
  await page.getByLabel('Password').fill('basil and salt');
  await page.getByRole('button', { name: 'Register' }).click();
  for (const [title, content] of posts.toReversed()) {
    await page.goto(`${url}/my-posts/new`);
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text').fill(content);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL(/\/posts\//);
  }
  const desktop = { width: 720, height: 380 };
  const phone = { width: 390, height: 640 };
  const shoot = async (name: string, colorScheme: 'light' | 'dark', size: typeof desktop, path: string) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    if (path !== '') await page.goto(url + path);
    await page.screenshot({ path: join(folder, `${name}.png`), scale: 'css' });
  };
  await shoot('posts-light', 'light', desktop, '/');
  await shoot('posts-dark', 'dark', desktop, '/');
  await shoot(
    'post-phone-light',
    'light',
    phone,
    new URL(await page.getByRole('link', { name: 'Soup' }).getAttribute('href').then(String), url).pathname,
  );
  await page.goto(`${url}/my-posts/new`);
  await page.getByLabel('Title').fill('Soup, again');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('alert').waitFor();
  await shoot('write-phone-dark', 'dark', phone, '');
} finally {
  await browser.close();
  await program.kill();
}
