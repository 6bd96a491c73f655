/** The compiler rejects these uses of `@inject` too, but tsx runs a program that doesn't compile. */
export function refuseMisplacedInject(context: DecoratorContext | undefined): void {
  if (context === undefined) throw new TypeError('@inject without parentheses. Name the class: @inject(TheClass).');
  refuseLegacy('@inject(…)', context);
  if (context.kind === 'field' && !context.static) return;
  throw new TypeError(
    `@inject(…) on the ${context.kind} ${String(context.name)}: only instance fields can be injected. Put it on the ` +
      'field that holds the dependency, and list the class in the declarations of a module.',
  );
}

/** A file that imports this one isn't loaded yet, so its classes are undefined. */
export function refuseUndefinedToken(wanted: unknown, field: string): void {
  if (wanted !== undefined) return;
  throw new TypeError(
    `@inject(undefined) on the field "${field}": the class is imported from a file that imports this one, so it isn't ` +
      'loaded yet. Write @inject(() => TheClass).',
  );
}

/** With `experimentalDecorators`, a decorator gets the name of the property where the standard has an object. */
export function refuseLegacy(decorator: string, context: unknown): void {
  if (typeof context === 'object') return;
  throw new TypeError(
    `${decorator} on ${String(context)}: this file was compiled with experimentalDecorators. Trellis uses the standard ` +
      'decorators: remove experimentalDecorators and emitDecoratorMetadata from tsconfig.json.',
  );
}

export function notBindable(target: unknown): Error {
  return new TypeError(
    `${(target as { name?: string } | undefined)?.name ?? 'undefined'} is neither a DTO nor a Standard Schema. A DTO is a class with @field() on each property that a body ` +
      'may have. If it has them, look for files that import each other.',
  );
}

/** A property without `@field` is in the type of a DTO, but never in an object that `bind` returns; nor is an initial value. */
export function refuseUndecorated(dto: new () => object, fields: ReadonlyMap<string, unknown>): void {
  const example = new dto();
  const initialized = Object.entries(example).find(([name, value]) => fields.has(name) && Boolean(value));
  if (initialized !== undefined) {
    throw new TypeError(
      `${dto.name}.${initialized[0]} has an initial value, which bind() would ignore: an absent field is '', 0 or false. ` +
        'Remove it, and choose the value in the handler.',
    );
  }
  const members = [...Object.keys(example), ...methodsOf(dto.prototype)];
  const lost = members.find((name) => !fields.has(name));
  if (lost === undefined) return;
  throw new TypeError(
    `${dto.name}.${lost} has no @field, so bind() would leave it out although the type promises it. ` +
      'Add @field() to it, or move it out of the DTO: bind() returns plain objects without methods.',
  );
}

/** Own ones and inherited ones. */
function methodsOf(prototype: object): string[] {
  const parent: unknown = Object.getPrototypeOf(prototype);
  const own = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return parent === null || parent === Object.prototype ? own : [...own, ...methodsOf(parent as object)];
}
