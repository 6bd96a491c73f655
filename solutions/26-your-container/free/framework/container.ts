import type { Token } from './inject.ts';
import type { Module, Provider } from './module.ts';

/** Hooks that a service may define. */
export interface Lifecycle {
  /** Awaited before the application is ready. What the service needs has started by then. */
  onStart?(): unknown;
  /** Awaited at shutdown. What the service needs is still running. */
  onStop?(): unknown;
}

/** Something that was built, and the module that declares it: undefined for a built-in service, which belongs to none. */
export interface Built {
  readonly unit: { readonly module: Module | undefined };
  readonly instance: object;
}

/** Holds the one instance of everything that an application declares. How it gets there is up to you. */
export class Container {
  readonly #root: Module;
  readonly #builtins: readonly Provider[];

  constructor(root: Module, builtins: readonly Provider[] = []) {
    this.#root = root;
    this.#builtins = builtins;
  }

  /** Everything that was built, each after what it needs. */
  built(): Iterable<Built> {
    return [];
  }

  /** The instance for a token that a module can see: the root module, unless another one is named. */
  get<T>(token: Token<T>, module: Module = this.#root): T {
    throw new Error(`${module.name} has no ${token.name}, and neither do ${this.#builtins.length} built-in services.`);
  }

  async start(): Promise<void> {}

  /** Stops everything in reverse order, even if some of it fails to stop. */
  async stop(): Promise<void> {}
}
