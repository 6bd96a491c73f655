import { join, relative } from 'node:path';
import { buildSite, siteFolder } from './build.ts';
import { refuseArguments } from './no-arguments.ts';

try {
  refuseArguments('docs:build');
  const count = await buildSite(siteFolder);
  const folder = relative(process.cwd(), siteFolder) || '.';
  console.log(`${count} pages are in ${folder}. Open ${join(folder, 'index.html')} in a browser.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
