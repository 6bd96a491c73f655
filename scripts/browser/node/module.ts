import { builtinModules as names } from 'node-at-build';
import { namespaces, registered, required } from '../modules/registry.ts';

export const builtinModules = names;

export function isBuiltin(name: string): boolean {
  return names.includes(name.replace(/^node:/, ''));
}

/** What was replaced in the object of a module is from now on what programs import. */
export function syncBuiltinESMExports(): void {
  for (const [name, namespace] of namespaces())
    if (name.startsWith('node:') && typeof namespace.default === 'object')
      Object.assign(namespace, namespace.default, { default: namespace.default });
}

/** Packages that are part of the bundle. `cache` has them as Node's would. */
export function createRequire(
  _from: string | URL,
): ((name: string) => unknown) & { cache: object; resolve(name: string): string } {
  return Object.assign((name: string) => required(name), {
    cache: new Proxy(
      {},
      {
        ownKeys: () => (registered('jsonwebtoken') ? ['/trellis/node_modules/jsonwebtoken/index.js'] : []),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_target, file) => {
          const name = /\/node_modules\/([^/]+)/.exec(String(file))?.[1];
          return name && registered(name) && { exports: required(name) };
        },
      },
    ),
    resolve: (name: string) => `/trellis/node_modules/${name}/index.js`,
  });
}
