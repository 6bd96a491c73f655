import {
  builtinNeedsOther,
  declaredTwice,
  dependencyCycle,
  explainInvisible,
  exportedUndeclared,
  exportedUnimported,
  importedTwice,
  nameOf,
  overridesNothing,
  undefinedToken,
  unresolved,
} from '../hints/modules.ts';
import { type Dependency, dependenciesOf, type Token } from './inject.ts';
import { isModule, type Module, type Provider, providerOf } from './module.ts';

/** A class, a factory or a value that is declared, and the units that it needs. */
export interface Unit {
  readonly provider: Provider;
  /** Undefined for the framework's own services. */
  readonly module: Module | undefined;
  readonly needs: { dependency: Dependency; unit: Unit }[];
}

type Units = Map<Token, Unit>;

/**
 * The dependency graph across all modules. Everything is checked here, from metadata, before the first constructor runs:
 * in an application that starts, every `@inject` has been resolved.
 */
export class Graph {
  /** Every unit that will be built, each after its dependencies. */
  readonly order: Unit[] = [];
  /** Every module, each after its imports. */
  readonly modules: Module[] = [];
  readonly #own = new Map<Module, Units>();
  readonly #visible = new Map<Module, Units>();
  readonly #exported = new Map<Module, Units>();
  readonly #builtins: Units;

  constructor(root: Module, builtins: Provider[], overrides: Provider[]) {
    this.#collect(root);
    this.#builtins = new Map(builtins.map((provider) => [provider.token, { provider, module: undefined, needs: [] }]));
    for (const module of this.modules) this.#own.set(module, this.#declared(module));
    this.#refuseDuplicates();
    for (const override of overrides) this.#replace(override);
    for (const module of this.modules) {
      this.#visible.set(module, this.#visibleIn(module));
      this.#exported.set(module, this.#exportedBy(module));
    }
    for (const unit of [...this.#declaredUnits(), ...this.#builtins.values()]) this.#connect(unit);
    for (const unit of this.#declaredUnits()) place(unit, this.order);
    // The framework's own services are only built on demand, but must not form a cycle either.
    const placed = [...this.order];
    for (const unit of this.#builtins.values()) place(unit, placed);
  }

  /** What `token` stands for inside a module; undefined if it isn't visible there. */
  find(token: Token, module: Module): Unit | undefined {
    return this.#visible.get(module)?.get(token) ?? this.#builtins.get(token);
  }

  /** What `token` stands for in any module, for tests that reach into an application. */
  findAnywhere(token: Token): Unit | undefined {
    return this.order.find((unit) => unit.provider.token === token);
  }

  /** Why `token` isn't visible in a module, and what to change. */
  explain(token: Token, module: Module): string {
    const owners = this.modules.filter((candidate) => this.#own.get(candidate)?.has(token));
    return explainInvisible(token, module, owners);
  }

  #collect(module: Module): void {
    if (this.modules.includes(module)) return;
    for (const imported of module.imports) this.#collect(imported);
    this.modules.push(module);
  }

  #declared(module: Module): Units {
    const units: Units = new Map();
    for (const declaration of module.declarations) {
      const provider = providerOf(declaration);
      if (units.has(provider.token)) {
        throw new Error(`${module.name} declares ${nameOf(provider.token)} twice. Remove one of the two.`);
      }
      units.set(provider.token, { provider, module, needs: [] });
    }
    return units;
  }

  /** A class declared in two modules would be built twice: two caches, two counters, and a bug that takes a day to find. */
  #refuseDuplicates(): void {
    const seen = new Map<Token, Module>();
    for (const { provider, module } of this.#declaredUnits()) {
      if (provider.build !== provider.token || module === undefined) continue;
      const first = seen.get(provider.token);
      if (first !== undefined) throw declaredTwice(nameOf(provider.token), first.name, module.name);
      seen.set(provider.token, module);
    }
  }

  #replace(override: Provider): void {
    let found = false;
    for (const units of [...this.#own.values(), this.#builtins]) {
      const unit = units.get(override.token);
      if (unit === undefined) continue;
      units.set(override.token, { provider: override, module: unit.module, needs: [] });
      found = true;
    }
    if (!found) throw overridesNothing(nameOf(override.token));
  }

  /** What a module declares itself, and what its imports export. */
  #visibleIn(module: Module): Units {
    return this.#joined(module, module.imports, this.#own.get(module) ?? new Map());
  }

  #exportedBy(module: Module): Units {
    const own: Units = new Map();
    const reexported: Module[] = [];
    for (const entry of module.exports) {
      if (isModule(entry)) {
        if (!module.imports.includes(entry)) throw exportedUnimported(module.name, entry.name);
        reexported.push(entry);
        continue;
      }
      const unit = this.#own.get(module)?.get(entry);
      if (unit === undefined) throw exportedUndeclared(module.name, nameOf(entry));
      own.set(entry, unit);
    }
    return this.#joined(module, reexported, own);
  }

  /** What other modules contribute. The module's own declarations take precedence. */
  #joined(module: Module, sources: readonly Module[], own: Units): Units {
    const joined: Units = new Map();
    for (const [token, unit] of sources.flatMap((source) => [...(this.#exported.get(source) ?? [])])) {
      const other = joined.get(token);
      if (other !== undefined && other !== unit && !own.has(token)) {
        throw importedTwice(module.name, nameOf(token), other.module?.name, unit.module?.name);
      }
      joined.set(token, unit);
    }
    return new Map([...joined, ...own]);
  }

  #connect({ provider, module, needs }: Unit): void {
    for (const dependency of neededBy(provider)) {
      const token: Token | undefined = dependency.token();
      const unit = module === undefined ? this.#builtins.get(token) : this.find(token, module);
      if (unit === undefined)
        throw unresolved({ provider, module }, dependency.field, token, this.#reason(token, module));
      needs.push({ dependency, unit });
    }
  }

  #reason(token: Token | undefined, module: Module | undefined): string {
    if (token === undefined) return undefinedToken;
    return module === undefined ? builtinNeedsOther : this.explain(token, module);
  }

  *#declaredUnits(): Iterable<Unit> {
    for (const units of this.#own.values()) yield* units.values();
  }
}

/** The injected fields of a class, or the arguments of a factory. */
function neededBy({ build, inject = [] }: Provider): Dependency[] {
  if (build !== undefined) return dependenciesOf(build);
  return inject.map((token, index) => ({ field: `inject[${index}]`, token: () => token, fill: () => {} }));
}

/** Places a unit after all of its dependencies. `path` leads from the unit we started with to this one. */
function place(unit: Unit, order: Unit[], path: { unit: Unit; field: string }[] = []): void {
  const start = path.findIndex((step) => step.unit === unit);
  if (start >= 0) throw dependencyCycle(unit, path.slice(start));
  if (order.includes(unit)) return;
  for (const { dependency, unit: needed } of unit.needs) {
    place(needed, order, [...path, { unit, field: dependency.field }]);
  }
  order.push(unit);
}
