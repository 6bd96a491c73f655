import { type Field, fieldsIn, type Token } from './inject.ts';
import { type Module, type Provider, providerOf } from './module.ts';

/** What an application declares. */
export interface Entry {
  readonly provider: Provider;
  readonly module: Module | undefined;
  readonly needs: readonly { readonly field: Field; readonly entry: Entry }[];
}

interface Draft extends Entry {
  needs: Entry['needs'];
}

/** Knows who may see what. For each module, the whole view is written down once. */
export class Registry {
  readonly declared: Entry[] = [];
  readonly #views = new Map<Module, Map<Token, Entry>>();
  readonly #outside: Map<Token, Entry>;

  constructor(root: Module, builtins: readonly Provider[]) {
    const own: Draft[] = builtins.map((provider) => ({ provider, module: undefined, needs: [] }));
    this.#outside = new Map(own.map((entry) => [entry.provider.token, entry]));
    this.#declare(root);
    for (const entry of [...own, ...(this.declared as Draft[])]) entry.needs = this.#needsOf(entry);
  }

  find(token: Token, module: Module | undefined): Entry | undefined {
    return (module && this.#views.get(module)?.get(token)) ?? this.#outside.get(token);
  }

  explain({ name }: Token, token: Token, module: Module | undefined): string {
    if (module === undefined) return `${name} is not built in.`;
    const home = this.declared.find(({ provider }) => provider.token === token)?.module;
    if (home === undefined) return `no module has ${name}; it belongs to ${module.name}.declarations.`;
    const isExported = home.exports.includes(token);
    if (isExported) return `${home.name} exports ${name}, but is missing in ${module.name}.imports.`;
    const isImported = module.imports.includes(home);
    return `${name} is missing in ${home.name}.exports${isImported ? '.' : `, and ${home.name} in ${module.name}.imports.`}`;
  }

  #declare(module: Module): void {
    if (this.#views.has(module)) return;
    const view = new Map<Token, Entry>();
    this.#views.set(module, view);
    for (const imported of module.imports) {
      this.#declare(imported);
      for (const token of imported.exports) view.set(token, this.#views.get(imported)!.get(token)!);
    }
    const own = new Set<Token>();
    for (const provider of module.declarations.map(providerOf)) {
      const { token } = provider;
      if (own.has(token)) throw new Error(`${token.name} is declared twice in ${module.name}.`);
      const other = this.declared.find((entry) => entry.provider.token === token);
      if (other) throw new Error(`${token.name} is declared in ${other.module?.name} and ${module.name}.`);
      const entry: Entry = { provider, module, needs: [] };
      own.add(token);
      this.declared.push(entry);
      view.set(token, entry);
    }
    const stranger = module.exports.find((token) => !own.has(token));
    if (stranger)
      throw new Error(`${module.name}.exports has ${stranger.name}, and ${module.name}.declarations hasn't.`);
  }

  #needsOf({ provider: { build }, module }: Entry): Entry['needs'] {
    if (build === undefined) return [];
    return fieldsIn((build as { [Symbol.metadata]?: DecoratorMetadata })[Symbol.metadata]).map((field) => {
      const entry = this.find(field.token, module);
      if (entry !== undefined) return { field, entry };
      const who = `${module?.name ?? 'A built-in service'}, ${build.name}.${field.name}`;
      throw new Error(`${who}: ${this.explain(field.token, field.token, module)}`);
    });
  }
}
