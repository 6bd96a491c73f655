import { type Class, type Token, wishesOf } from './inject.ts';
import { type Module, type Provider, providerOf } from './module.ts';

/** Hooks that a service may define. */
export interface Lifecycle {
  onStart?(): unknown;
  onStop?(): unknown;
}

/** A place for one object. It is empty until somebody needs the object. */
class Slot {
  readonly provider: Provider;
  readonly module: Module | undefined;
  instance: object | undefined;

  constructor(provider: Provider, module?: Module) {
    this.provider = provider;
    this.module = module;
  }

  get name(): string {
    return (this.provider.build ?? this.provider.token).name;
  }

  get place(): string {
    return this.module?.name ?? 'built in';
  }
}

export interface Built {
  readonly unit: { readonly module: Module | undefined };
  readonly instance: object;
}

/** No graph and no order: what a class needs is built first, by calling the same method again. */
export class Container {
  readonly #root: Module;
  readonly #slots = new Map<Token, Slot>();
  readonly #builtins: Map<Token, Slot>;
  readonly #modules = new Set<Module>();
  readonly #built: Slot[] = [];
  #running: Slot[] = [];

  constructor(root: Module, builtins: readonly Provider[] = []) {
    this.#root = root;
    this.#builtins = new Map(builtins.map((provider) => [provider.token, new Slot(provider)]));
    this.#enter(root);
    for (const slot of this.#slots.values()) this.#fill(slot, []);
  }

  *built(): Iterable<Built> {
    for (const slot of this.#built) yield { unit: slot, instance: slot.instance! };
  }

  get<T>(token: Token<T>, module: Module = this.#root): T {
    const slot = this.#visible(token, module);
    if (slot === undefined) throw new Error(`${token.name}: ${this.#advice(token, module)}`);
    return this.#fill(slot, []) as T;
  }

  async start(): Promise<void> {
    for (const slot of this.#built.filter(({ provider }) => provider.build !== undefined)) {
      const error = await attempt(slot, 'onStart');
      if (error === undefined) {
        this.#running.unshift(slot);
        continue;
      }
      await this.stop().catch(() => undefined);
      throw error;
    }
  }

  async stop(): Promise<void> {
    const running = this.#running.splice(0);
    const errors: Error[] = [];
    for (const slot of running) errors.push(...[await attempt(slot, 'onStop')].filter((error) => error !== undefined));
    if (errors.length > 1) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
    if (errors.length === 1) throw errors[0];
  }

  #enter(module: Module): void {
    if (this.#modules.has(module)) return;
    this.#modules.add(module);
    for (const imported of module.imports) this.#enter(imported);
    for (const declaration of module.declarations) {
      const slot = new Slot(providerOf(declaration), module);
      const { token } = slot.provider;
      const other = this.#slots.get(token);
      if (other?.module === module) throw new Error(`${module.name} declares ${token.name} twice.`);
      if (other)
        throw new Error(`Both ${other.place} and ${module.name} declare ${token.name}. One of them must import it.`);
      this.#slots.set(token, slot);
    }
    for (const token of module.exports) {
      if (this.#slots.get(token)?.module === module) continue;
      throw new Error(`${module.name} exports ${token.name}, which isn't in ${module.name}.declarations.`);
    }
  }

  #visible(token: Token, module: Module | undefined): Slot | undefined {
    const slot = this.#slots.get(token);
    const isOwn = slot !== undefined && slot.module === module;
    const isImported = module?.imports.some((other) => other.exports.includes(token));
    return isOwn || isImported ? slot : this.#builtins.get(token);
  }

  #advice(token: Token, module: Module | undefined): string {
    const owner = this.#slots.get(token)?.module;
    if (module === undefined) return 'what is built in can only need what is built in.';
    if (owner === undefined) return `nobody declares it. Add ${token.name} to ${module.name}.declarations.`;
    const missing = [
      ...(owner.exports.includes(token) ? [] : [`${token.name} to ${owner.name}.exports`]),
      ...(module.imports.includes(owner) ? [] : [`${owner.name} to ${module.name}.imports`]),
    ];
    return `it is in ${owner.name}. Add ${missing.join(' and ')}.`;
  }

  /** `way` are the fields that have led here, for the message about a cycle. */
  #fill(slot: Slot, way: readonly { slot: Slot; field: string }[]): object {
    if (slot.instance !== undefined) return slot.instance;
    const { build } = slot.provider;
    const start = way.findIndex((step) => step.slot === slot);
    if (start >= 0) {
      const fields = way.slice(start).map((step) => `${step.slot.name}.${step.field}`);
      throw new Error(`A cycle in ${slot.place}: ${[...fields, slot.name].join(' → ')}. Somebody has to be first.`);
    }
    const grants = wishesOf((build ?? Object) as Class).map(({ field, token, grant }) => {
      const wanted = this.#visible(token, slot.module);
      const from = `${slot.place}: ${slot.name}.${field} needs ${token.name}`;
      if (wanted === undefined) throw new Error(`${from}, but ${this.#advice(token, slot.module)}`);
      const value = this.#fill(wanted, [...way, { slot, field }]);
      return (owner: object) => grant(owner, value);
    });
    const instance = build === undefined ? (slot.provider.value as object) : construct(build as Class, slot.place);
    for (const grant of grants) grant(instance);
    slot.instance = instance;
    this.#built.push(slot);
    return instance;
  }
}

function construct(build: Class, place: string): object {
  try {
    return new build();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(
      `${place}: the constructor of ${build.name} has thrown "${reason}". Fields are filled later: use onStart().`,
      { cause },
    );
  }
}

/** The error that the hook has caused, with the name of its class. */
async function attempt(slot: Slot, hook: 'onStart' | 'onStop'): Promise<Error | undefined> {
  try {
    await (slot.instance as Lifecycle)[hook]?.();
    return undefined;
  } catch (cause) {
    return new Error(`${slot.name}.${hook}() has failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
