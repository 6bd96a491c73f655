/** A class or a token. Modules are described here by what the messages need, because `core` imports this file. */
interface Named {
  readonly name: string;
}

interface Module extends Named {
  readonly imports: readonly Module[];
  readonly exports: readonly (Named | Module)[];
}

interface Unit {
  readonly provider: { readonly token: Named; readonly build?: Named };
  readonly module: Named | undefined;
}

export function nameOf(token: Named | undefined): string {
  return token === undefined ? 'undefined' : token.name || 'an anonymous class';
}

/** Why a token isn't visible in a module, and what to change. `owners` are the modules that declare it. */
export function explainInvisible(token: Named, asking: Module, owners: readonly Module[]): string {
  const name = nameOf(token);
  const module = asking.name;
  // If there are several, the one whose fix is smallest.
  const owner =
    owners.find((candidate) => imports(asking, candidate)) ??
    owners.find((candidate) => candidate.exports.includes(token)) ??
    owners[0];
  if (owner === undefined) {
    const declareIt =
      typeof token === 'function'
        ? `no module declares it. Add ${name} to ${module}.declarations (provide(${name}, …) if it is abstract)`
        : `no module provides it. Add provide(${name}, …) to ${module}.declarations`;
    return `${declareIt}, or add the module that exports it to ${module}.imports.`;
  }
  if (isWithin(asking, owner)) {
    return (
      `declared in ${owner.name}, which imports ${module}, so ${module} can't import it back. ` +
      `Move ${name} to ${module}, or to a module that both of them import.`
    );
  }
  const exportIt = `Add ${name} to ${owner.name}.exports`;
  const importIt = `${owner.name} to ${module}.imports`;
  if (imports(asking, owner)) return `declared in ${owner.name}, which does not export it. ${exportIt}.`;
  if (owner.exports.includes(token))
    return `declared in ${owner.name}, which ${module} does not import. Add ${importIt}.`;
  return `declared in ${owner.name}, which neither exports it nor is imported. ${exportIt}, and ${importIt}.`;
}

/** Directly, or through a module that re-exports it. */
function imports(module: Module, wanted: Module): boolean {
  return module.imports.some((imported) => imported === wanted || reexports(imported, wanted));
}

function reexports(module: Module, wanted: Module): boolean {
  return module.exports.some((entry) => 'imports' in entry && (entry === wanted || reexports(entry, wanted)));
}

/** Whether a module is imported by another, directly or indirectly. */
function isWithin(module: Module, outer: Module): boolean {
  return outer.imports.some((imported) => imported === module || isWithin(module, imported));
}

export const undefinedToken = 'the function in @inject(() => …) returned undefined. Check the import of the class.';

export const builtinNeedsOther =
  'a built-in service can only depend on other built-in services. Declare it in a module instead.';

export function unresolved({ provider, module }: Unit, field: string, token: Named | undefined, reason: string): Error {
  const path = [module?.name ?? 'trellis', `${nameOf(provider.build ?? provider.token)}.${field}`, nameOf(token)];
  return new Error(`${path.join(' → ')}: ${reason}`);
}

/** Modules can't import each other, so a cycle never leaves its module. */
export function dependencyCycle({ provider, module }: Unit, steps: { unit: Unit; field: string }[]): Error {
  const name = ({ build, token }: Unit['provider']) => nameOf(build ?? token);
  const fields = steps.map(({ unit, field }) => `${name(unit.provider)}.${field}`);
  const cycle = [module?.name ?? 'trellis', ...fields, name(provider)].join(' → ');
  return new Error(
    `${cycle}: a dependency cycle, so none of them can be built first. Move what they share into another class.`,
  );
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

/** A TypeError in a constructor often means that it has used an injected field. Other errors were thrown on purpose. */
export function constructorFailed(module: string, name: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const advice = ' Injected fields are still empty in a constructor. Use them in onStart().';
  const reminder = cause instanceof TypeError ? advice : '';
  return new Error(`${module} → ${name}: its constructor threw "${message}".${reminder}`, { cause });
}

/** Calls a factory. Its result must be neither undefined nor a promise. */
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
