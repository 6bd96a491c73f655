import type { Dependency, Token } from './inject.ts';
import { type Module, type Provider, providerOf } from './module.ts';

/** Something that is built once, and the units that its fields will hold. */
export interface Unit {
  readonly provider: Provider;
  /** Undefined for a built-in service, which belongs to no module. */
  readonly module: Module | undefined;
  readonly needs: { readonly dependency: Dependency; readonly unit: Unit }[];
}

/** The dependencies between all units of an application. Everything is checked here, before the first constructor runs. */
export class Graph {
  /** Every unit that will be built, each after the units it needs. */
  readonly order: Unit[] = [];
  /** Every module, each after its imports. */
  readonly modules: Module[] = [];
  readonly #units: Unit[] = [];
  readonly #builtins: Unit[];

  constructor(root: Module, builtins: readonly Provider[] = []) {
    this.#builtins = builtins.map((provider) => ({ provider, module: undefined, needs: [] }));
    this.#collect(root);
    // Step 2: connect each unit to the units it needs, and put them in order.
    this.order.push(...this.#units);
  }

  /** What `token` stands for inside a module; undefined if the module can't see it. */
  find(token: Token, module: Module | undefined): Unit | undefined {
    // Step 4: a module sees its own declarations, what its imports export, and the built-in services.
    void module;
    return [...this.#units, ...this.#builtins].find((unit) => unit.provider.token === token);
  }

  /** Why a module can't see a token, and what to change. */
  explain(token: Token, module: Module | undefined): string {
    if (module === undefined) return 'a built-in service can only need other built-in services.';
    const { name } = token;
    const owner = this.#units.find((unit) => unit.provider.token === token)?.module;
    if (owner === undefined)
      return `no module declares it. Add ${name} to ${module.name}.declarations, or import the module that exports it.`;
    const place = `declared in ${owner.name}, which`;
    const exportIt = `Add ${name} to ${owner.name}.exports`;
    const importIt = `${owner.name} to ${module.name}.imports`;
    if (module.imports.includes(owner)) return `${place} does not export it. ${exportIt}.`;
    if (owner.exports.includes(token)) return `${place} ${module.name} does not import. Add ${importIt}.`;
    return `${place} neither exports it nor is imported. ${exportIt}, and ${importIt}.`;
  }

  #collect(module: Module): void {
    if (this.modules.includes(module)) return;
    for (const imported of module.imports) this.#collect(imported);
    this.modules.push(module);
    for (const provider of module.declarations.map(providerOf)) {
      this.#units.push({ provider, module, needs: [] });
    }
  }
}
