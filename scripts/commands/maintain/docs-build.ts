import { join, relative } from 'node:path';
import type { Usage } from 'trellis';
import { buildSite, siteFolder } from '../../site/build.ts';
import { refuseArguments } from '../../site/no-arguments.ts';

export const usage: Usage = { summary: 'build the site for any web server, with Part I in the browser (maintainers)' };

export async function run(words: readonly string[]): Promise<number> {
  try {
    refuseArguments('docs:build', '', words);
    const count = await buildSite(siteFolder);
    const folder = relative(process.cwd(), siteFolder) || '.';
    console.log(`${count} pages are in ${folder}. Open ${join(folder, 'index.html')} in a browser.`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}
