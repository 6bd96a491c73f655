interface Import {
  readonly text: string;
  readonly module: string;
  /** By its name in the file; the value is as it is written, such as `type Context` or `v7 as uuid`. Empty for `import 'x'`. */
  readonly names: Map<string, string>;
  readonly isType: boolean;
}

/**
 * Imports are sets: their order means nothing. The learner's, with the names that the starter adds, and without those that
 * it removes, unless the learner's code uses them. Undefined if there is anything else in these lines.
 */
export function mergeImports(mine: string[], base: string[], starter: string[], whole: string): string[] | undefined {
  const [own, old, ours] = [mine, base, starter].map(parsed);
  if (!own || !old || !ours) return undefined;
  const added = ours.flatMap((one) => {
    const known = namesFrom(old, one);
    const names = new Map([...one.names].filter(([name]) => !known.has(name)));
    const isNew = names.size > 0 || (one.names.size === 0 && !old.some(({ text }) => text === one.text));
    return isNew ? [{ ...one, names }] : [];
  });
  const kept = own.flatMap((one) => {
    const gone = namesFrom(old, one);
    for (const name of namesFrom(ours, one).keys()) gone.delete(name);
    for (const name of gone.keys()) if (isUsed(name, whole)) gone.delete(name);
    const names = new Map([...one.names].filter(([name]) => !gone.has(name)));
    return names.size > 0 || one.names.size === 0 ? [{ ...one, names }] : [];
  });
  const blank = mine.slice(mine.findLastIndex((line) => line.trim() !== '') + 1);
  return [...kept.map((one) => written(one, take(added, one))), ...added.map((one) => written(one)), ...blank];
}

/**
 * Puts imports back that one side has removed, although lines of the other side still use their names: both changes are in
 * different places, so that the lines alone don't show it.
 */
export function withUsedImports(lines: readonly string[], sides: readonly string[]): string[] {
  const text = lines.join('\n');
  const imported = new Set(importsIn(text).flatMap(({ names }) => [...names.keys()]));
  const missing = sides.flatMap(importsIn).flatMap((one) => {
    const names = new Map([...one.names].filter(([name]) => !imported.has(name) && isUsed(name, text)));
    for (const name of names.keys()) imported.add(name);
    return names.size === 0 ? [] : [written({ ...one, names })];
  });
  return [...missing, ...lines];
}

/** Also those of several lines. */
function importsIn(text: string): Import[] {
  const statements = text.matchAll(/^import [^'"]*['"][^'"\n]+['"];?/gm);
  return [...statements].flatMap(([statement]) => parsed([statement.replace(/\s+/g, ' ').replace(', }', ' }')]) ?? []);
}

/** Single lines of the usual form; anything else stays a conflict. */
function parsed(lines: string[]): Import[] | undefined {
  const imports = lines
    .filter((line) => line.trim() !== '')
    .map((text): Import | undefined => {
      const [, type, names, module] =
        /^import (type )?(?:\{ (.+) \} from )?['"]([^'"]+)['"];?$/.exec(text.trim()) ?? [];
      if (module === undefined) return undefined;
      const entries = (names?.split(/,\s*/) ?? []).map((name): [string, string] => [name.split(' ').at(-1)!, name]);
      return { text, module, names: new Map(entries), isType: type !== undefined };
    });
  return imports.every((one): one is Import => one !== undefined) ? imports : undefined;
}

function namesFrom(imports: readonly Import[], { module }: Import): Map<string, string> {
  return new Map(imports.filter((one) => one.module === module).flatMap(({ names }) => [...names]));
}

/** Takes the import of the same module out of an array. */
function take(imports: Import[], { module, isType, names }: Import): Map<string, string> {
  const index = imports.findIndex(
    (one) => one.module === module && one.isType === isType && names.size > 0 && one.names.size > 0,
  );
  return index < 0 ? new Map() : imports.splice(index, 1)[0]!.names;
}

/** As it was, if nothing has changed. */
function written({ text, names, isType, module }: Import, more = new Map<string, string>()): string {
  const all = [...new Map([...names, ...more]).values()];
  const isUnchanged = all.every((name) => text.includes(name)) && text.split(',').length === Math.max(1, all.length);
  if (isUnchanged) return text;
  const quote = text.includes('"') ? '"' : "'";
  return `import ${isType ? 'type ' : ''}{ ${all.join(', ')} } from ${quote}${module}${quote}${text.trimEnd().endsWith(';') ? ';' : ''}`;
}

/** In code, not in an import or a comment. */
function isUsed(name: string, whole: string): boolean {
  const body = whole
    .replace(/^import [^'"]*['"][^'"\n]+['"];?/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
  return new RegExp(`(?<![.\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(body);
}
