import { Graph, type Unit } from './graph.ts';
import type { Class, Token } from './inject.ts';
import type { Module, Provider } from './module.ts';

/** Hooks that a service may define. */
export interface Lifecycle {
  /** Awaited before the application is ready. What the service needs has started by then. */
  onStart?(): unknown;
  /** Awaited at shutdown. What the service needs is still running. */
  onStop?(): unknown;
}

/** Holds the one instance of everything that an application declares. */
export class Container {
  readonly graph: Graph;
  readonly #root: Module;
  /** In the order in which they were built. */
  readonly #instances = new Map<Unit, object>();
  #started: Unit[] = [];

  constructor(root: Module, builtins: readonly Provider[] = []) {
    this.#root = root;
    this.graph = new Graph(root, builtins);
    for (const unit of this.graph.order) this.#instance(unit);
  }

  /** Everything that was built, each after what it needs. */
  *built(): Iterable<{ unit: Unit; instance: object }> {
    for (const [unit, instance] of this.#instances) yield { unit, instance };
  }

  /** The instance for a token that a module can see: the root module, unless another one is named. */
  get<T>(token: Token<T>, module: Module = this.#root): T {
    const unit = this.graph.find(token, module);
    if (unit === undefined) throw new Error(`${token.name}: ${this.graph.explain(token, module)}`);
    return this.#instance(unit) as T;
  }

  async start(): Promise<void> {
    for (const { unit, instance } of this.built()) {
      // A value belongs to the code that created it, which also starts and stops it.
      if (unit.provider.build === undefined) continue;
      try {
        await (instance as Lifecycle).onStart?.();
      } catch (cause) {
        // What has started must not be left running. The caller needs to hear of the first failure, not of the second.
        await this.stop().catch(() => {});
        throw failed(unit, 'onStart', cause);
      }
      this.#started.push(unit);
    }
  }

  /** Stops everything in reverse order, even if some of it fails to stop. */
  async stop(): Promise<void> {
    // Forgotten before the first wait: a second call, such as a second Ctrl-C, must not stop what others still need.
    const started = this.#started.reverse();
    this.#started = [];
    const failures: Error[] = [];
    for (const unit of started) {
      try {
        await (this.#instances.get(unit) as Lifecycle).onStop?.();
      } catch (cause) {
        failures.push(failed(unit, 'onStop', cause));
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'));
  }

  /** Built on first use, and only once. */
  #instance(unit: Unit): object {
    const existing = this.#instances.get(unit);
    if (existing !== undefined) return existing;
    const { build, value } = unit.provider;
    const instance = build === undefined ? (value as object) : create(unit, build);
    // Filled after the constructor has run, so a test can create the same class with a plain `new`.
    for (const { dependency, unit: needed } of unit.needs) dependency.fill(instance, this.#instance(needed));
    this.#instances.set(unit, instance);
    return instance;
  }
}

function create({ module }: Unit, build: Class<unknown>): object {
  try {
    return new build() as object;
  } catch (cause) {
    throw new Error(
      `${module?.name ?? 'built-in'} → ${build.name}: its constructor threw "${reasonOf(cause)}". ` +
        'Injected fields are still empty in a constructor. Use them in onStart().',
      { cause },
    );
  }
}

function failed({ provider }: Unit, hook: 'onStart' | 'onStop', cause: unknown): Error {
  return new Error(`${provider.build?.name}.${hook}() failed: ${reasonOf(cause)}`, { cause });
}

/** Anything can be thrown, even undefined. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
