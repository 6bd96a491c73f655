import type { Token } from './inject.ts';
import type { Module, Provider } from './module.ts';
import { type Entry, Registry } from './registry.ts';

export interface Lifecycle {
  onStart?(): unknown;
  onStop?(): unknown;
}

export interface Built {
  readonly unit: { readonly module: Module | undefined };
  readonly instance: object;
}

/** Builds in waves: first everything that needs nothing, then everything that only needs what is there, and so on. */
export class Container {
  readonly #root: Module;
  readonly #registry: Registry;
  readonly #instances = new Map<Entry, object>();
  #started: (() => Promise<void>)[] = [];

  constructor(root: Module, builtins: readonly Provider[] = []) {
    this.#root = root;
    this.#registry = new Registry(root, builtins);
    this.#build(this.#registry.declared);
  }

  built(): Iterable<Built> {
    return [...this.#instances].map(([unit, instance]) => ({ unit, instance }));
  }

  get<T>(token: Token<T>, module: Module = this.#root): T {
    const entry = this.#registry.find(token, module);
    if (entry === undefined) throw new Error(`${token.name}: ${this.#registry.explain(token, token, module)}`);
    this.#build([entry]);
    return this.#instances.get(entry) as T;
  }

  async start(): Promise<void> {
    for (const [{ provider }, instance] of this.#instances) {
      if (!provider.build) continue;
      const hooks = instance as Lifecycle;
      const { name } = provider.build;
      try {
        await named(name, 'onStart', () => hooks.onStart?.());
      } catch (error) {
        await this.stop().then(null, () => null);
        throw error;
      }
      this.#started.push(() => named(name, 'onStop', () => hooks.onStop?.()));
    }
  }

  async stop(): Promise<void> {
    const stops = this.#started;
    this.#started = [];
    const failures: unknown[] = [];
    while (stops.length > 0) await stops.pop()!().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures.length > 1 ? new AggregateError(failures) : failures[0];
  }

  #build(wanted: readonly Entry[]): void {
    let waiting = [...withNeeds(wanted)].filter((entry) => !this.#instances.has(entry));
    while (waiting.length > 0) {
      const ready = waiting.filter(({ needs }) => needs.every(({ entry }) => this.#instances.has(entry)));
      if (ready.length === 0) throw cycleAmong(new Set(waiting));
      for (const entry of ready) this.#instances.set(entry, this.#create(entry));
      waiting = waiting.filter((entry) => !this.#instances.has(entry));
    }
  }

  #create({ provider, module, needs }: Entry): object {
    if (provider.build === undefined) return provider.value as object;
    let instance: object;
    try {
      instance = new provider.build() as object;
    } catch (cause) {
      const where = `${module?.name ?? 'Built in'}: new ${provider.build.name}()`;
      throw new Error(`${where} fails: ${cause}. Its fields are empty at that time, and ready in onStart().`, {
        cause,
      });
    }
    for (const { field, entry } of needs) field.set(instance, this.#instances.get(entry));
    return instance;
  }
}

/** These, and everything that is needed, directly or not. */
function withNeeds(wanted: readonly Entry[]): Set<Entry> {
  const all = new Set(wanted);
  // A set is still growing while it is gone through.
  for (const { needs } of all) for (const { entry } of needs) all.add(entry);
  return all;
}

/** Each of them waits for another one, so a path along the fields comes back to where it began. */
function cycleAmong(waiting: ReadonlySet<Entry>): Error {
  const seen: Entry[] = [];
  let [entry] = waiting as ReadonlySet<Entry> & [Entry];
  const waitsFor = ({ needs }: Entry) => needs.find((need) => waiting.has(need.entry))!;
  while (!seen.includes(entry)) {
    seen.push(entry);
    entry = waitsFor(entry).entry;
  }
  const circle = seen.slice(seen.indexOf(entry));
  const nameOf = ({ provider }: Entry) => provider.token.name;
  const path = [...circle.map((each) => `${nameOf(each)}.${waitsFor(each).field.name}`), nameOf(entry)].join(' → ');
  return new Error(`${entry.module?.name}: ${path} is a cycle.`);
}

async function named(name: string, hook: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Error(`${name}.${hook}(): ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
