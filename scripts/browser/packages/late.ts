import { receive } from '../machine/link.ts';
import { type LateParts, lend } from '../machine/processes.ts';
import { type Namespace, register, registered } from '../modules/registry.ts';
import { setSqlite } from './sqlite.ts';

/* Packages that arrive after the script of a worker: see `packages.ts`. */

let isLoaded = false;

/** Makes the packages available in this process, and in those that it starts. */
export async function loadPackages(parts: LateParts | undefined): Promise<void> {
  if (parts === undefined || isLoaded) return;
  isLoaded = true;
  lend(parts);
  setSqlite(parts.sqlite);
  const nativeUrl = parts.packages;
  const { packages } = (await import(nativeUrl)) as { packages: Record<string, Namespace> };
  register(packages);
}

receive('late', ({ late }) => void loadPackages(late as LateParts));

/** A package for code of the bundle, which names it before it is here. The bundler copies a module but for its prototype. */
export function late(name: string): object {
  const get = (_: unknown, key: string | symbol) => {
    const namespace = registered(name);
    if (namespace === undefined) throw new Error(`The package ${name} is still being loaded. Try again in a moment.`);
    const whole = namespace.default as Namespace | undefined;
    return namespace[key as string] ?? whole?.[key as string];
  };
  return Object.create(new Proxy({}, { get })) as object;
}
