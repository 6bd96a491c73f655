// Runs the guide's recipes in a process of their own, so that a test can see whether a client is able to end it. Prints the
// address of each application. A line on standard input is answered with what the process has used and kept.
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type App, createApp, module } from 'trellis';
import { openChat } from '../../docs/examples/chat.ts';

const limits = { drain: 0, grace: 0 };

/** The applications, by the names of their files. */
const recipes: Record<string, () => App> = {
  chat: () => createApp(module('ChatModule'), { limits }),
};

for (const name of process.argv.slice(2)) {
  const app = recipes[name]!();
  const url = await app.listen(0, '127.0.0.1', { signals: false });
  if (name === 'chat') openChat(app, 'https://app.example.com');
  console.log(`${name} ${url.replace('localhost', '127.0.0.1')}`);
}
console.log('ready');

for await (const question of createInterface(process.stdin)) {
  (globalThis as { gc?(): void }).gc?.();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  // Elsewhere than on Linux, there is no such folder.
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  const polluted = Object.keys(Object.prototype);
  console.log(`${question} ${JSON.stringify({ memory: heapUsed + external + arrayBuffers, rss, files, polluted })}`);
}
