import { portFromEnvironment } from '../../framework/hints/port.ts';
import { nextFree } from '../workshop/ports.ts';
import { createSite } from './app.ts';
import { refuseArguments } from './no-arguments.ts';
import { SiteKey } from './site-key.ts';

/** The chapters use 3000. */
const defaultPort = 4000;

// Its own sentence below says where it listens.
process.env.LOG_LEVEL ??= 'warn';

try {
  refuseArguments('docs', ' The variable PORT chooses another port.');
  console.log('Preparing the pages …');
  const port = portFromEnvironment(defaultPort);
  // This is the site's port. The commands in a failed check must not use it for the chapter.
  delete process.env.PORT;
  const site = createSite();
  const url = await site.listen(await nextFree(port));
  console.log(`The workshop's pages are on ${site.get(SiteKey).addressOf(url)}`);
  console.log('The key keeps other users of this machine out. Ctrl-C stops.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
