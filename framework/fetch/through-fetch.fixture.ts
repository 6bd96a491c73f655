import { fileURLToPath } from 'node:url';
import type { App } from '../app.ts';
import { listening } from '../trace/channel.ts';

/*
 * Lets `fetch` hand requests to the applications of this process to `app.fetch` instead of their port. As a program, it runs the
 * test files that it is given in one process.
 */

const apps = new Map<string, App>();
const realFetch = globalThis.fetch;

listening.subscribe((message) => {
  const { url, app } = message as { url: string; app: App };
  apps.set(url.replace('localhost', '127.0.0.1'), app);
});

globalThis.fetch = (input, init) => {
  const request = new Request(input as string, { duplex: 'half', ...init } as RequestInit);
  const app = apps.get(new URL(request.url).origin);
  return app === undefined ? realFetch(input, init) : app.fetch(request);
};

const isProgram = process.argv[1] === fileURLToPath(import.meta.url);
if (isProgram) for (const file of process.argv.slice(2)) await import(file);
