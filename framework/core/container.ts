import { type Description, describeGraph, type PartKind } from '../trace/description.ts';
import { Graph, nameOf, type Unit } from './graph.ts';
import type { Class, Token } from './inject.ts';
import type { Module, Provider } from './module.ts';

/** What a service may define to take part in the application's life. */
export interface Lifecycle {
  /** Awaited before the port opens; what a service needs has started before it. */
  onStart?(): unknown;
  /** Awaited after the last request was answered; what a service needs stops after it. */
  onStop?(): unknown;
}

/** Something that was built, and the module that declared it. */
export interface Declared {
  readonly module: Module;
  readonly instance: object;
}

/** Holds the one instance of everything an application declares. */
export class Container {
  readonly graph: Graph;
  readonly #root: Module;
  readonly #instances = new Map<Unit, object>();
  #started: Unit[] = [];

  constructor(root: Module, builtins: Provider[] = [], overrides: Provider[] = []) {
    this.#root = root;
    this.graph = new Graph(root, builtins, overrides);
    for (const unit of this.graph.order) this.#instance(unit);
  }

  /** Everything that the modules declare, in the order in which it was built. */
  *declared(): Iterable<Declared> {
    for (const { module, instance } of this.#units()) if (module !== undefined) yield { module, instance };
  }

  /** What was built, in the order of its start, and who needs whom. */
  describe(): Description {
    return describeGraph(this.graph, new Map([...this.#instances].map(([unit, part]) => [unit, kindOf(unit, part)])));
  }

  /** The instance behind a token, wherever it was declared. */
  get<T>(token: Token<T>): T {
    const unit = this.graph.find(token, this.#root) ?? this.graph.findAnywhere(token);
    if (unit === undefined) throw new Error(`${nameOf(token)}: ${this.graph.explain(token, this.#root)}`);
    return this.#instance(unit) as T;
  }

  /** The instance of a class as seen from inside a module: visibility counts. */
  getIn<T extends object>(module: Module, wanted: Class<T>): T {
    const unit = this.graph.find(wanted, module);
    if (unit === undefined) throw new Error(`${nameOf(wanted)}: ${this.graph.explain(wanted, module)}`);
    return this.#instance(unit) as T;
  }

  async start(): Promise<void> {
    for (const { unit, instance } of this.#units()) {
      try {
        await (instance as Lifecycle).onStart?.();
        this.#started.push(unit);
      } catch (error) {
        const stopping = await this.stop().then(
          () => [],
          (failure: unknown) => [failure],
        );
        const cause = stopping.length > 0 ? new AggregateError([error, ...stopping]) : error;
        throw new Error(`${nameOf(unit.provider.build)}.onStart() failed: ${messageOf(error)}`, { cause });
      }
    }
  }

  /** Stops everything, in reverse, whatever fails on the way. */
  async stop(): Promise<void> {
    const started = this.#started.reverse();
    this.#started = [];
    const failures: unknown[] = [];
    for (const unit of started) {
      try {
        await (this.#instances.get(unit) as Lifecycle).onStop?.();
      } catch (cause) {
        failures.push(new Error(`${nameOf(unit.provider.build)}.onStop() failed: ${messageOf(cause)}`, { cause }));
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(messageOf).join('\n'));
  }

  /** Singletons: built on the first call, which for everything a module declares is the constructor's. */
  #instance(unit: Unit): object {
    const existing = this.#instances.get(unit);
    if (existing !== undefined) return existing;
    const instance = build(unit, (needed) => this.#instance(needed));
    this.#instances.set(unit, instance);
    return instance;
  }

  /** Only what was built here has a life here: a value that was handed in belongs to whoever made it. */
  *#units(): Iterable<{ unit: Unit; module: Module | undefined; instance: object }> {
    for (const [unit, instance] of this.#instances) {
      if (unit.provider.build !== undefined) yield { unit, module: unit.module, instance };
    }
  }
}

function kindOf({ provider }: Unit, part: unknown): PartKind {
  if (provider.build === undefined) return 'value';
  const { routes, handle } = part as { routes?: unknown; handle?: unknown };
  return typeof routes === 'function' ? 'controller' : typeof handle === 'function' ? 'middleware' : 'service';
}

/** Fields are filled after the constructor has run, so that a test can build the same class with a plain `new`. */
function build({ provider, module, needs }: Unit, instanceOf: (unit: Unit) => object): object {
  if (provider.build === undefined) return provider.value as object;
  const instance = construct(provider.build, module);
  for (const { dependency, unit } of needs) dependency.fill(instance, instanceOf(unit));
  return instance;
}

function construct(wanted: Class<unknown>, module: Module | undefined): object {
  try {
    return new wanted() as object;
  } catch (cause) {
    throw new Error(
      `${module?.name ?? 'trellis'} → ${nameOf(wanted)}: its constructor threw "${messageOf(cause)}". ` +
        'Injected fields are still empty there; use them in onStart().',
      { cause },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
