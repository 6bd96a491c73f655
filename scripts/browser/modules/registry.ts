/** A module of the bundle, as `import` and as `require` see it. */
export type Namespace = Readonly<Record<string, unknown>>;

const modules = new Map<string, Namespace>();

/** Modules that programs may import: Node's, the framework, a few packages. By the name in the import, or their path. */
export function register(entries: Readonly<Record<string, Namespace>>): void {
  for (const [name, namespace] of Object.entries(entries)) modules.set(name, namespace);
}

export function registered(name: string): Namespace | undefined {
  return modules.get(name);
}

export function namespaces(): Iterable<[string, Namespace]> {
  return modules;
}

/** What `require` returns. */
export function required(name: string): unknown {
  const namespace = modules.get(name) ?? modules.get(`node:${name}`);
  if (namespace === undefined)
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  return namespace.default ?? namespace;
}
