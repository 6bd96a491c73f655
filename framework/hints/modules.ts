/** Where a token is declared, seen from a module that can't see it. */
export interface Whereabouts {
  readonly name: string;
  readonly isClass: boolean;
  /** The module that asks for it. */
  readonly module: string;
  /** The module that declares it, if there is one. */
  readonly owner?: {
    readonly name: string;
    /** It imports the module that asks, directly or not. */
    readonly isAbove: boolean;
    readonly isImported: boolean;
    readonly isExporting: boolean;
  };
}

/** Why a token isn't visible in a module, and what to change. */
export function explainInvisible({ name, isClass, module, owner }: Whereabouts): string {
  if (owner === undefined) {
    const declareIt = isClass
      ? `no module declares it. Add ${name} to ${module}.declarations (provide(${name}, …) if it is abstract)`
      : `no module provides it. Add provide(${name}, …) to ${module}.declarations`;
    return `${declareIt}, or add the module that exports it to ${module}.imports.`;
  }
  if (owner.isAbove) {
    return (
      `declared in ${owner.name}, which imports ${module}, so ${module} can't import it back. ` +
      `Move ${name} to ${module}, or to a module that both of them import.`
    );
  }
  const exportIt = `Add ${name} to ${owner.name}.exports`;
  const importIt = `${owner.name} to ${module}.imports`;
  if (owner.isImported) return `declared in ${owner.name}, which does not export it. ${exportIt}.`;
  if (owner.isExporting) return `declared in ${owner.name}, which ${module} does not import. Add ${importIt}.`;
  return `declared in ${owner.name}, which neither exports it nor is imported. ${exportIt}, and ${importIt}.`;
}

/** While two files that import each other load, one of them sees `undefined` in place of what the other one exports. */
export function refuseUndefinedEntries(name: string, lists: Readonly<Record<string, readonly unknown[]>>): void {
  for (const [list, entries] of Object.entries(lists)) {
    const missing = entries.indexOf(undefined);
    if (missing < 0) continue;
    throw new TypeError(
      `${name}.${list}[${missing}] is undefined, most likely because two files import each other. Move what both need into a third file.`,
    );
  }
}

/** A constructor that throws has often used an injected field. */
export function constructorFailed(module: string, name: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `${module} → ${name}: its constructor threw "${message}". ` +
      'Injected fields are still empty in a constructor. Use them in onStart().',
    { cause },
  );
}

/** Calls a factory. What it returns must be there at once, and must be something. */
export function produce(place: string, factory: (...needed: never[]) => unknown, needed: never[]): unknown {
  let made: unknown;
  try {
    made = factory(...needed);
  } catch (cause) {
    throw new Error(`${place}: its factory threw "${cause instanceof Error ? cause.message : cause}".`, { cause });
  }
  if (made === undefined) throw new TypeError(`${place}: its factory returned undefined. Is a return missing?`);
  if (!(made instanceof Promise)) return made;
  made.catch(() => {});
  throw new TypeError(
    `${place}: its factory returned a promise, but instances are created synchronously. Return an object, and connect it ` +
      'in a method onStart(), which is awaited before the port opens.',
  );
}

export function declaredTwice(name: string, first: string, second: string): Error {
  return new Error(
    `${name} is declared in ${first} and in ${second}. Declare it in one of them, export it there, ` +
      'and import that module in the other.',
  );
}

export function overridesNothing(name: string): Error {
  return new Error(`overrides contains ${name}, which no module declares. Remove it, or declare it.`);
}

export function exportedUnimported(module: string, exported: string): Error {
  return new Error(`${module} exports ${exported} without importing it. Add ${exported} to ${module}.imports.`);
}

export function exportedUndeclared(module: string, name: string): Error {
  return new Error(
    `${module} exports ${name}, which it does not declare. Add ${name} to ` +
      `${module}.declarations, or export the module that it comes from.`,
  );
}

export function importedTwice(module: string, name: string, first = 'trellis', second = 'trellis'): Error {
  return new Error(
    `${module} imports ${name} from ${first} and from ${second}. ` +
      `Import one of the two, or provide(${name}, …) in ${module}.`,
  );
}
