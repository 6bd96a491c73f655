import { nextFree } from '../workshop/ports.ts';
import { createSite } from './app.ts';

/** Beside the chapters, which take 3000. */
const defaultPort = 4000;

const url = await createSite().listen(await nextFree(Number(process.env.PORT || defaultPort)));
console.log(`The workshop's pages are on ${url}. Ctrl-C stops.`);
