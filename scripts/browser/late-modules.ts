import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../workshop/chapters.ts';

/*
 * All workers have one script. What an unchanged chapter 01 doesn't need comes in a second one, which the page loads after the program has
 * started. For the first script, such a module is an object that finds its values later: see `packages/late.ts`.
 */

/** Packages that only the second script has. */
const packages = [
  'bcryptjs',
  'cookie',
  'jsonwebtoken',
  'uuid',
  'zod',
  'diff',
  'node-inspect-extracted',
  '@noble/hashes/hmac',
  '@noble/hashes/legacy',
  '@noble/hashes/sha512',
];

/** Files of ours that only the second script has, with everything that only they import. */
const files = [
  'framework/drivers/postgres/database.ts',
  'framework/drivers/redis/cache.ts',
  'framework/drivers/redis/key-value.ts',
  'framework/drivers/sqljs/database.ts',
  'framework/fetch/incoming.ts',
  'framework/fetch/outgoing.ts',
  'framework/files/content-type.ts',
  'framework/files/send-file.ts',
  'framework/platforms/cli/arguments.ts',
  'framework/platforms/cli/cli.ts',
  'framework/platforms/web/files/static-files.ts',
  'framework/trace/request-trace.ts',
  'scripts/browser/inspection.ts',
  'scripts/site/x-ray-view.ts',
  'scripts/workshop/attack/check-attack.ts',
  'scripts/workshop/examiners/examiners.ts',
  'scripts/workshop/run/activity.mjs',
  'scripts/workshop/run/running.mjs',
  'scripts/workshop/services/lent-servers.ts',
  'scripts/workshop/services/own-servers.ts',
  'scripts/workshop/services/services.ts',
];

/** Modules that only programs and checks name, by the name in the import. */
const imported = {
  '#attack': 'scripts/workshop/attack/attack.ts',
  '#blog': 'scripts/workshop/examiners/blog.ts',
  'trellis/testing': 'framework/testing.ts',
};

const places = new Map([
  ...packages.map((name) => [name, name] as const),
  ...files.map((path) => [join(root, path), nameOf(path)] as const),
]);

/** Without an ending: to esbuild, `.mjs` would mean that what stands for the file has no `module`. */
function nameOf(path: string): string {
  return `late:${path.replace(/\.\w+$/, '')}`;
}

/** The name under which a late module is registered; undefined if the first script has it. */
export function lateName(path: string, importer: string): string | undefined {
  return places.get(placeOf(path, importer));
}

function placeOf(path: string, importer: string): string {
  return path.startsWith('.')
    ? join(dirname(importer), path)
    : path === 'trellis'
      ? join(root, 'framework', 'index.ts')
      : path;
}

/** The second script. */
export function lateEntry(missing: Readonly<Record<string, string>>): string {
  const lines = [...files.map((path) => [nameOf(path), path] as const), ...Object.entries(imported)].map(
    ([name, path]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(join(root, path))})`,
  );
  return `export { packages } from './packages/packages.ts';
export const files = { ${lines.join(', ')} };
export const missing = ${JSON.stringify(missing)};`;
}

/** In the second script: what the first one has is taken from there, since it has a state. */
export function sharedModules(early: ReadonlySet<string>, found: Set<string>): Plugin {
  return {
    name: 'shared modules',
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /.*/ }, ({ path, importer }) => {
        const file = relative(
          root,
          placeOf(path === 'sql.js' ? join(import.meta.dirname, 'packages', 'sqlite.ts') : path, importer),
        )
          .split(sep)
          .join('/');
        if (!early.has(file)) return undefined;
        found.add(file);
        return { path: file, namespace: 'shared' };
      });
      esbuild.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
        contents: `module.exports = $modules.required('shared:${path}');`,
      }));
    },
  };
}
