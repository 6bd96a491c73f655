import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const script = join(import.meta.dirname, '..', 'browser', 'page', 'offline.js');

/** Writes the service worker of a built site. It has to be at the top, because it answers only for what is below it. */
export function writeServiceWorker(target: string): void {
  const all = readdirSync(target, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .sort();
  const files = all.filter((name) => /^(index\.html|(assets|try|images)\/.+\.\w+)$/.test(name));
  // Without the source: its pages weigh twice as much as all the others, and each is read by few.
  const pages = all.filter((name) => name.endsWith('.html') && !name.startsWith('source/') && !files.includes(name));
  const hash = createHash('sha256');
  for (const name of [...files, ...pages]) hash.update(name).update(readFileSync(join(target, name)));
  const known = { version: hash.digest('hex').slice(0, 16), files, pages };
  const lines = Object.entries(known).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  writeFileSync(join(target, 'offline.js'), [...lines, readFileSync(script, 'utf8')].join('\n'));
}
