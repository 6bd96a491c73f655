import { join } from 'node:path';
import type { Usage } from 'trellis';
import { portFromEnvironment } from '../../../framework/hints/port.ts';
import { createSite } from '../../site/app.ts';
import { refuseArguments } from '../../site/no-arguments.ts';
import { SiteKey } from '../../site/site-key.ts';
import { root } from '../../workshop/chapters.ts';
import { nextFree } from '../../workshop/ports.ts';
import { announceSite } from '../../workshop/site-address.ts';

export const usage: Usage = { summary: 'chapters and docs as a local site, with the X-ray of the running chapter' };

/** The chapters use 3000. */
const defaultPort = 4000;

/** A server, which is an application of the framework itself. */
export async function run(words: readonly string[]): Promise<number | undefined> {
  // Its own sentence below says where it listens.
  process.env.LOG_LEVEL ??= 'warn';
  try {
    refuseArguments('docs', ' The variable PORT chooses another port.', words);
    console.log('Preparing the pages …');
    const port = portFromEnvironment(defaultPort);
    // This is the site's port. The commands in a failed check must not use it for the chapter.
    delete process.env.PORT;
    const site = createSite();
    const url = await site.listen(await nextFree(port));
    announceSite(join(root, '.workshop'), url);
    console.log(`The workshop's pages are on ${site.get(SiteKey).addressOf(url)}`);
    console.log('The key keeps other users of this machine out. Ctrl-C stops.');
    return undefined;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}
