import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../site/browser.fixture.ts';
import { allChapters, root } from '../workshop/chapters.ts';
import type { CheckResult } from '../workshop/check/run.ts';
import { type Files, readFiles } from '../workshop/starters.ts';
import { editionFolder } from './edition.ts';

export type Summary = Omit<CheckResult, 'exchange'> & { message?: string };

export interface BrowserWorkshop {
  /** Runs the checks of a chapter against these files, in the browser. */
  check(slug: string, files: Files, seed: string, names?: readonly string[]): Promise<Summary[]>;
  close(): Promise<void>;
}

/** The machine of the published pages in a real browser, in its sandboxed frame, without a page around it. */
export async function openBrowserWorkshop(): Promise<BrowserWorkshop> {
  const edition = await editionFolder();
  const parts = readdirSync(edition).map((name): [string, Served[string]] => {
    const type = name.endsWith('.html') ? 'text/html' : 'application/octet-stream';
    return [`/${name}`, [type, readFileSync(join(edition, name))]];
  });
  const { page, close } = await openPage(Object.fromEntries(parts));
  await start(page);
  let runs = 0;
  return {
    check: async (slug, files, seed, names) => {
      const asked = { type: 'run', id: runs++, slug, files: Object.fromEntries(files), seed, names };
      const { results, problem } = (await page.evaluate(`workshop.run(${JSON.stringify(asked)})`)) as {
        results?: Summary[];
        problem?: string;
      };
      if (problem !== undefined) throw new Error(problem);
      return results!;
    },
    close,
  };
}

type Served = Readonly<Record<string, readonly [type: string, content: string | Buffer]>>;

/** An empty page of a server that has these files. */
export async function openPage(files: Served): Promise<{ page: Page; close(): Promise<void> }> {
  const served: Served = {
    '/': ['text/html', '<!doctype html><title>Workshop</title><link rel="icon" href="data:,">'],
    ...files,
  };
  const server = createServer((request, response) => {
    const [type, content] = served[request.url ?? ''] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.on('console', (message) => process.stderr.write(`browser: ${message.text()}\n`));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

async function start(page: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page', 'connection.js')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'connection',
    target: 'es2022',
  });
  const files = JSON.stringify(repositoryFiles());
  await page.evaluate(`(async () => {
    ${outputFiles[0]!.text}
    const waiting = new Map();
    const machine = new connection.Machine((event) => {
      if (event.type === 'done') waiting.get(event.id)(event);
    });
    globalThis.workshop = {
      run: (asked) => new Promise((resolve) => { waiting.set(asked.id, resolve); machine.tell(asked); }),
    };
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame);
    await machine.open('/', frame, { isComplete: true, files: ${files} }, () => {});
  })()`);
}

/** What the checks of Part I are made of. */
function repositoryFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { folder } of allChapters().slice(0, 11))
    for (const [name, text] of readFiles(folder)) {
      if (!/^(check\.test|api|attacks\/[^/]+)(\.ts)$/.test(name)) continue;
      files[`/trellis/${relative(root, join(folder, name)).split(sep).join('/')}`] = text;
    }
  return files;
}
