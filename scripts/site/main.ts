import { nextFree } from '../workshop/ports.ts';
import { createSite } from './app.ts';

/** Beside the chapters, which take 3000. */
const defaultPort = 4000;

const { PORT } = process.env;
// It is the site's port. The commands in a failed check must not name it as the chapter's.
delete process.env.PORT;

const url = await createSite().listen(await nextFree(Number(PORT || defaultPort)));
console.log(`The workshop's pages are on ${url}. Ctrl-C stops.`);
