import { receive } from '../machine/link.ts';
import { type LateParts, lend } from '../machine/processes.ts';
import { type Namespace, register, registered } from '../modules/registry.ts';
import { whole } from '../node/missing.ts';
import { setSqlite } from './sqlite.ts';

/* What arrives after the script of a worker: packages, and files of our own that an unchanged chapter 01 doesn't use. See `late-modules.ts`. */

interface LateScript {
  readonly packages: Readonly<Record<string, Namespace>>;
  readonly files: Readonly<Record<string, () => Namespace>>;
  /** For each module of Node, the functions that have no stand-in. */
  readonly missing: Readonly<Record<string, string>>;
}

let loading: Promise<void> | undefined;
let isLoaded = false;

/** Undefined if there is nothing to wait for: they are here, or nobody has sent them yet. */
export function arrivingPackages(): Promise<void> | undefined {
  return isLoaded ? undefined : loading;
}

/** Makes the packages available in this process, and in those that it starts. */
export function loadPackages(parts: LateParts | undefined): Promise<void> {
  if (parts !== undefined) loading ??= load(parts);
  return loading ?? Promise.resolve();
}

async function load(parts: LateParts): Promise<void> {
  lend(parts);
  setSqlite(parts.sqlite);
  const nativeUrl = parts.packages;
  const { packages, files, missing } = (await import(nativeUrl)) as LateScript;
  register(packages);
  register(files);
  for (const [name, names] of Object.entries(missing)) complete(name, names);
  isLoaded = true;
}

/** Adds the functions that have no stand-in to a module of Node, and to its object, which `require` returns. */
function complete(name: string, missing: string): void {
  const all = whole(name, registered(name) ?? {}, missing);
  const { default: object, ...named } = all as { default?: object };
  if (typeof object === 'object')
    Object.assign(object, Object.fromEntries(Object.entries(named).filter(([key]) => !(key in object))));
  register({ [name]: all });
}

receive('late', async ({ late }, link) => {
  await loadPackages(late as LateParts);
  link.send({ type: 'complete' });
});

/** A module for code of the bundle, which names it before it is here. The bundler copies a module but for its prototype. */
export function late(name: string): object {
  const get = (_: unknown, key: string | symbol) => {
    const namespace = registered(name);
    return namespace === undefined ? placeholder(name, key) : valueIn(namespace, key);
  };
  return Object.create(new Proxy({}, { get })) as object;
}

function valueIn(namespace: Namespace, key: string | symbol): unknown {
  return namespace[key as string] ?? (namespace.default as Namespace | undefined)?.[key as string];
}

/** A class or a function that is named before it is here. Using it fails until then. */
function placeholder(name: string, key: string | symbol): unknown {
  if (typeof key === 'symbol' || key === '__esModule') return undefined;
  const real = () => {
    const namespace = registered(name);
    if (namespace === undefined) throw new Error(`${key} is still being loaded. Try again in a moment.`);
    return valueIn(namespace, key) as () => void;
  };
  const isHere = () => registered(name) !== undefined;
  // What is asked of a class that only might be used, as the provider of a token.
  const isAskedEarly = (asked: string | symbol) => typeof asked === 'symbol' || /^(prototype|name|length)$/.test(asked);
  return new Proxy(class {} as unknown as () => void, {
    apply: (_, self, args) => Reflect.apply(real(), self, args),
    construct: (_, args) => Reflect.construct(real(), args) as object,
    get: (early, asked) => Reflect.get(isAskedEarly(asked) && !isHere() ? early : real(), asked),
  });
}
