import { type Dependency, dependenciesOf, type Token } from './inject.ts';
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
    for (const unit of [...this.#units, ...this.#builtins]) this.#connect(unit);
    for (const unit of this.#units) place(unit, this.order);
    // A built-in service is only built if something needs it, but must not be part of a cycle either.
    const later = [...this.order];
    for (const unit of this.#builtins) place(unit, later);
  }

  /** What `token` stands for inside a module; undefined if the module can't see it. */
  find(token: Token, module: Module | undefined): Unit | undefined {
    // #region step-4
    const own = this.#units.find((unit) => unit.provider.token === token && unit.module === module);
    if (own !== undefined) return own;
    const owner = module?.imports.find((imported) => imported.exports.includes(token));
    if (owner !== undefined) return this.find(token, owner);
    return this.#builtins.find((unit) => unit.provider.token === token);
    // #starter
    // // Step 4: a module sees its own declarations, what its imports export, and the built-in services.
    // void module;
    // return [...this.#units, ...this.#builtins].find((unit) => unit.provider.token === token);
    // #endregion
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
      // A class in two modules would be built twice: two caches, two counters, and a bug that takes a day to find.
      // #region step-4
      const other = this.#units.find(({ provider: { token } }) => token === provider.token)?.module;
      // #starter
      // const other = undefined as Module | undefined; // Step 4: the module that has declared the token before.
      // #endregion
      if (other === module)
        throw new Error(`${module.name} declares ${provider.token.name} twice. Remove one of the two.`);
      if (other !== undefined)
        throw new Error(
          `${provider.token.name} is declared in ${other.name} and in ${module.name}. ` +
            'Declare it in one of them, export it there, and import that module in the other.',
        );
      this.#units.push({ provider, module, needs: [] });
    }
    // #region step-4
    const unknown = module.exports.find((token) => this.find(token, module)?.module !== module);
    // #starter
    // const unknown = undefined as Token | undefined; // Step 4: what the module exports without declaring it.
    // #endregion
    if (unknown !== undefined)
      throw new Error(
        `${module.name} exports ${unknown.name}, which it does not declare. Add ${unknown.name} to ${module.name}.declarations.`,
      );
  }

  #connect({ provider, module, needs }: Unit): void {
    if (provider.build === undefined) return;
    // #region step-2
    for (const dependency of dependenciesOf(provider.build)) {
      const { field, token } = dependency;
      const unit = this.find(token, module);
      if (unit === undefined) {
        const path = [module?.name ?? 'built-in', `${provider.build.name}.${field}`, token.name].join(' → ');
        throw new Error(`${path}: ${this.explain(token, module)}`);
      }
      needs.push({ dependency, unit });
    }
    // #starter
    // // Step 2: add an entry to `needs` for each dependency of provider.build.
    // #endregion
  }
}

/** Adds a unit after everything it needs. `path` leads from the unit we started with to this one. */
function place(unit: Unit, order: Unit[], path: { unit: Unit; field: string }[] = []): void {
  // #region step-2
  const start = path.findIndex((step) => step.unit === unit);
  if (start >= 0) throw cycle(unit, path.slice(start));
  if (order.includes(unit)) return;
  for (const { dependency, unit: needed } of unit.needs) {
    place(needed, order, [...path, { unit, field: dependency.field }]);
  }
  order.push(unit);
  // #starter
  // // Step 2: refuse a cycle, place everything that the unit needs, and then the unit, if it isn't in the order yet.
  // order.push(unit);
  // #endregion
}

function cycle(unit: Unit, steps: { unit: Unit; field: string }[]): Error {
  const nameOf = ({ provider }: Unit) => (provider.build ?? provider.token).name;
  const fields = steps.map((step) => `${nameOf(step.unit)}.${step.field}`);
  const path = [unit.module?.name ?? 'built-in', ...fields, nameOf(unit)].join(' → ');
  return new Error(
    `${path}: a dependency cycle, so none of them can be built first. Move what they share into another class.`,
  );
}
