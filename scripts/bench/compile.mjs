import { join } from 'node:path';
import { buildSync } from 'esbuild';

const here = import.meta.dirname;

/**
 * A server in TypeScript as it would run in production, in one file of JavaScript, like the packages of the other servers. A
 * TypeScript loader would cost each request 3 to 10 % of its CPU time. `framework` takes the place of Trellis.
 */
export function compiled(entry, name, framework) {
  const outfile = join(here, 'node_modules', '.compiled', `${name}.mjs`);
  buildSync({
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    alias: framework === undefined ? {} : { trellis: framework },
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    // The same zod for all servers; the drivers are loaded by nobody.
    external: ['zod', 'sql.js', 'pg', '@redis/client'],
    // Some of the framework's packages are CommonJS.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}
