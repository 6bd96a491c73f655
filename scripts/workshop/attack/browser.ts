import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { CannotRunHere } from '../check/cannot-run-here.ts';

/** The first is Chromium without a window, which needs two thirds of the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'msedge',
  'chrome',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser that is installed here: the one that `BROWSER_PATH` names, one on the `PATH`, or one in the usual places. */
export function browserPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.BROWSER_PATH ?? '', ...onPath, ...places].find((path) => path !== '' && existsSync(path));
}

/** Without a sandbox, since tests run as root in containers, and without the calls home that browsers make at their start. */
export async function launchBrowser(): Promise<Browser> {
  // Loaded here: it takes half a second, and most people who run the tests don't need it.
  const { chromium } = await import('playwright-core');
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const args = ['--no-sandbox', ...quiet, '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: browserPath(), args });
}

let shared: Promise<Browser> | undefined;
let users = 0;

/** Lends one browser to all who need it at the same time. It is closed when nobody does, so that the process can end. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  if (browserPath() === undefined)
    throw new CannotRunHere(
      'This needs a browser, and there is no Chrome, Chromium or Edge here. Install one of them, or set BROWSER_PATH to its file.',
    );
  users++;
  try {
    shared ??= launchBrowser().catch((error: Error) => {
      throw new CannotRunHere(`The browser ${browserPath()} doesn't start: ${error.message.split('\n')[0]}`);
    });
    return await work(await shared);
  } finally {
    users--;
    if (users === 0) {
      const last = shared;
      shared = undefined;
      await (await last?.catch(() => undefined))?.close();
    }
  }
}
