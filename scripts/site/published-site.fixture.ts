import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { testFolder } from '../workshop/test-folder.fixture.ts';
import { buildSite } from './build.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface PublishedSite {
  /** Without a slash at its end. */
  readonly url: string;
  /** The paths that were asked for, below the site. */
  readonly asked: string[];
  /** Those outside of it, where a host may have something else. */
  readonly strays: string[];
  close(): void;
}

/** The built site on a plain host, below a folder, without headers and without compression. */
export async function publishSite(): Promise<PublishedSite> {
  const { path: folder, remove } = testFolder();
  await buildSite(folder);
  const base = '/courses/trellis';
  const asked: string[] = [];
  const strays: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url!.split('?')[0]!.replace(/\/$/, '/index.html');
    if (!path.startsWith(`${base}/`)) {
      strays.push(path);
      return response.writeHead(404).end();
    }
    const name = path.slice(base.length);
    asked.push(name);
    const content = await readFile(join(folder, decodeURIComponent(name))).catch(() => undefined);
    if (content === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    asked,
    strays,
    close: () => {
      server.close();
      server.closeAllConnections();
      remove();
    },
  };
}
