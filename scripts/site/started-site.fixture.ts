import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Provider } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { createSite } from './app.ts';
import { SiteKey } from './site-key.ts';

/** The site, and a client that has been let in. */
export interface StartedSite extends Client {
  /** The address that the terminal prints. */
  readonly address: string;
  /** The cookie of a browser that has opened it. */
  readonly cookie: string;
  /** A page of a new browser context that has opened it. */
  newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page>;
}

export async function startSite(repository: string, overrides: Provider[] = []): Promise<StartedSite> {
  const client = await start(createSite(repository, overrides));
  const { url } = client;
  const address = client.app.get(SiteKey).addressOf(url);
  const entered = await fetch(address, { redirect: 'manual' });
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const send: Client['send'] = (method, path, body, headers) => client.send(method, path, body, { cookie, ...headers });
  return {
    ...client,
    address,
    cookie,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    newPage: async (browser, options) => {
      const page = await browser.newPage(options);
      const [name = '', value = ''] = cookie.split('=');
      await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
      return page;
    },
  };
}
