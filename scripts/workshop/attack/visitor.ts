import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, ConsoleMessage, Page, Request, Response } from 'playwright-core';
import { withBrowser } from './browser.ts';
import { CannotAttack } from './client.ts';
import type { Prize } from './scene.ts';

/** Lets the victim open a page. Resolves to what the page has sent home. */
export type Visit = (html: string, say: (line: string) => void) => Promise<string | undefined>;

/** How long the victim looks at a page that has loaded, in milliseconds. */
const attention = 5_000;
/** How long a page may take to load. */
const patience = 15_000;
const lastReports = 200;

/** The victim uses the program in a browser of their own, and then opens the pages that `work` comes with. */
export function withVisitor<T>(url: string, prize: Prize, work: (visit: Visit) => Promise<T>): Promise<T> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext();
    context.setDefaultTimeout(patience);
    try {
      await enter(await context.newPage(), prize);
      return await work((html, say) => visit(context, url, html, say));
    } finally {
      await context.close();
    }
  });
}

async function enter(page: Page, { enter }: Prize): Promise<void> {
  try {
    await enter?.(page);
  } catch (error) {
    throw new CannotAttack(`The victim cannot use the program: ${(error as Error).message}`);
  }
}

/** Whether it says more than that a request has failed, which is reported anyway. */
function isNew(message: ConsoleMessage): boolean {
  return !message.text().startsWith('Failed to load resource');
}

/** Each page has an origin of its own: another port of the host on which the program listens. */
async function visit(
  context: BrowserContext,
  program: string,
  html: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const home = new Home(html);
  const url = await home.open(new URL(program).hostname);
  const tab = await context.newPage();
  const report = (line: string) => say(`Victim's browser: ${line}`);
  const note = (request: Request, outcome: unknown) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin === program) report(`${request.method()} ${pathname}${search} …  ${outcome}`);
  };
  const onResponse = (response: Response) => note(response.request(), response.status());
  const onFailure = (request: Request) => note(request, request.failure()?.errorText);
  context.on('response', onResponse).on('requestfailed', onFailure);
  tab.on('console', (message) => isNew(message) && report(message.text()));
  tab.on('pageerror', ({ message }) => report(message));
  try {
    report('opens your page');
    // A page that sends the visitor elsewhere at once never loads itself.
    const loaded = tab.goto(url).then(
      () => delay(attention),
      () => delay(attention),
    );
    const sent = await Promise.race([home.sent, loaded.then(() => undefined)]);
    // What the browser reports about its last requests arrives a little later.
    await delay(lastReports);
    return sent;
  } finally {
    context.off('response', onResponse).off('requestfailed', onFailure);
    await tab.close();
    home.close();
  }
}

/** The attacker's server. It has one page, and keeps the first thing that is sent to it. */
class Home {
  readonly sent: Promise<string>;
  readonly #server: Server;

  constructor(html: string) {
    let keep: (sent: string) => void;
    this.sent = new Promise((resolve) => {
      keep = resolve;
    });
    this.#server = createServer((request, response) => void respond(request, response, html, keep));
  }

  async open(host: string): Promise<string> {
    await once(this.#server.listen(0, host), 'listening');
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Frames of the page may have another origin, and may send something, too. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  html: string,
  keep: (sent: string) => void,
): Promise<void> {
  response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
  if (request.method === 'POST') {
    const sent = await text(request).catch(() => '');
    response.writeHead(204).end();
    if (sent !== '') keep(sent);
  } else if (request.method === 'GET' && request.url === '/') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
  } else {
    response.writeHead(204).end();
  }
}
