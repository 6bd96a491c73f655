import { join, relative } from 'node:path';
import { root } from '../workshop/chapters.ts';
import { buildSite } from './build.ts';

const target = join(root, 'dist', 'site');
try {
  const count = await buildSite(target);
  console.log(
    `${count} pages are in ${relative(root, target)}. Open ${join(relative(root, target), 'index.html')} in a browser.`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
