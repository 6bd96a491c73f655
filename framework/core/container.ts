import { constructorFailed, nameOf, produce } from '../hints/modules.ts';
import { Graph, type Unit } from './graph.ts';
import type { Class, Token } from './inject.ts';
import type { Module, Provider } from './module.ts';

/** Lifecycle hooks that a service may define. */
export interface Lifecycle {
  /** Awaited before the port opens. The service's dependencies have started by then. */
  onStart?(): unknown;
  /** Awaited after the last response. The service's dependencies stop after it. */
  onStop?(): unknown;
}

/** An instance, and the unit that it was built for. */
export interface Built {
  readonly unit: Unit;
  readonly instance: object;
}

/** Holds the single instance of everything an application declares. */
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

  /** Everything that exists so far, in the order in which it was built and will start. */
  *built(): Iterable<Built> {
    for (const [unit, instance] of this.#instances) yield { unit, instance };
  }

  /** The instance for a token, whichever module declares it. */
  get<T>(token: Token<T>): T {
    const unit = this.graph.find(token, this.#root) ?? this.graph.findAnywhere(token);
    if (unit === undefined) throw new Error(`${nameOf(token)}: ${this.graph.explain(token, this.#root)}`);
    return this.#instance(unit) as T;
  }

  /** The instance for a class that must be visible from inside a module. */
  getIn<T extends object>(module: Module, wanted: Class<T>): T {
    const unit = this.graph.find(wanted, module);
    if (unit === undefined) throw new Error(`${nameOf(wanted)}: ${this.graph.explain(wanted, module)}`);
    return this.#instance(unit) as T;
  }

  async start(): Promise<void> {
    for (const { unit, instance } of this.built()) {
      // A provided value belongs to the code that created it, which also starts and stops it.
      if (isValue(unit.provider)) continue;
      try {
        await (instance as Lifecycle).onStart?.();
        this.#started.push(unit);
      } catch (error) {
        const failures = await this.stop().then(
          () => [],
          (failure: unknown) => [failure],
        );
        const cause = failures.length > 0 ? new AggregateError([error, ...failures]) : error;
        throw new Error(`${nameOf(unit.provider.build ?? unit.provider.token)}.onStart() failed: ${messageOf(error)}`, {
          cause,
        });
      }
    }
  }

  /** Stops everything in reverse order, even if some of it fails to stop. */
  async stop(): Promise<void> {
    const started = this.#started.reverse();
    this.#started = [];
    const failures: unknown[] = [];
    for (const unit of started) {
      try {
        await (this.#instances.get(unit) as Lifecycle).onStop?.();
      } catch (cause) {
        failures.push(
          new Error(`${nameOf(unit.provider.build ?? unit.provider.token)}.onStop() failed: ${messageOf(cause)}`, {
            cause,
          }),
        );
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(messageOf).join('\n'));
  }

  /** Built on the first call. The constructor makes that call for everything that a module declares. */
  #instance(unit: Unit): object {
    const existing = this.#instances.get(unit);
    if (existing !== undefined) return existing;
    const instance = build(unit, (needed) => this.#instance(needed));
    this.#instances.set(unit, instance);
    return instance;
  }
}

/** Fields are filled after the constructor has run, so that a test can create the same class with a plain `new`. */
function build({ provider, module, needs }: Unit, instanceOf: (unit: Unit) => object): object {
  if (provider.factory !== undefined) {
    const needed = needs.map(({ unit }) => instanceOf(unit)) as never[];
    return produce(`${module?.name ?? 'trellis'} → ${nameOf(provider.token)}`, provider.factory, needed) as object;
  }
  if (provider.build === undefined) return provider.value as object;
  const instance = construct(provider.build, module);
  for (const { dependency, unit } of needs) dependency.fill(instance, instanceOf(unit));
  return instance;
}

/** A value that existed before the application did. */
export function isValue({ build, factory }: Provider): boolean {
  return build === undefined && factory === undefined;
}

function construct(wanted: Class<unknown>, module: Module | undefined): object {
  try {
    return new wanted() as object;
  } catch (cause) {
    throw constructorFailed(module?.name ?? 'trellis', nameOf(wanted), cause);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
