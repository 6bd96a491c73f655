/** A module of the bundle, as `import` and as `require` see it. */
export type Namespace = Readonly<Record<string, unknown>>;

/** A module that is evaluated when something asks for it. */
type Later = () => Namespace;

const modules = new Map<string, Namespace | Later>();

/** Modules that programs may import: Node's, the framework, a few packages. By the name in the import, or their path. */
export function register(entries: Readonly<Record<string, Namespace | Later>>): void {
  for (const [name, namespace] of Object.entries(entries)) modules.set(name, namespace);
}

export function registered(name: string): Namespace | undefined {
  const found = modules.get(name);
  if (typeof found !== 'function') return found;
  const namespace = found();
  modules.set(name, namespace);
  return namespace;
}

/** Those that have been evaluated. */
export function namespaces(): [string, Namespace][] {
  return [...modules].filter((entry): entry is [string, Namespace] => typeof entry[1] !== 'function');
}

/** What `require` returns. */
export function required(name: string): unknown {
  const namespace = registered(name) ?? registered(`node:${name}`);
  if (namespace === undefined)
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  return namespace.default ?? namespace;
}
