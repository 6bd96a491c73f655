import { join, resolve } from 'node:path';
import { pack, source } from './pack.ts';

/* `npm run pack [folder]`: the framework as an npm package. */

const tarball = await pack(resolve(process.argv[2] ?? join(source, 'dist')));
process.stdout.write(`${tarball}\n`);
