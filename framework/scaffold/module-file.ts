import { closingOf, itemsBetween, maskSource, type Range } from './source-mask.ts';

/** A module that an application is to import. */
export interface Registration {
  /** `PostsModule` */
  readonly name: string;
  /** `./posts/posts.module.ts` */
  readonly from: string;
}

/** Thrown where a file is written in a way that is not understood here, though it may be perfectly right. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/**
 * The text of an application's module file with one more module in it: imported by name, and listed in the `imports` of
 * its `module()` call. Everything else stays as somebody wrote it.
 */
export function register(registration: Registration, source: string): string {
  const mask = maskSource(source);
  const edits = [...listEdits(registration.name, source, mask), importEdit(registration, source, mask)];
  // From the end, so that positions stay true; of two at one place, the first ends up behind the second.
  return edits.sort((a, b) => b.start - a.start).reduce(apply, source);
}

/** Whether a file speaks of something under this name. */
export function knows(name: string, source: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(maskSource(source));
}

interface Edit extends Range {
  readonly text: string;
}

const lineWidth = 120;

function listEdits(name: string, source: string, mask: string): Edit[] {
  const call = callIn(source, mask);
  const [, parts, ...more] = itemsBetween(mask, call.start, call.end);
  if (parts === undefined) return [insert(call.end, `, { imports: [${name}] }`)];
  if (mask[parts.start] !== '{' || more.length > 0)
    throw new NoPlace('the second argument of module() is no plain { … }');
  const properties = itemsBetween(mask, parts.start, parts.end - 1);
  const property = properties.find(({ start }) => /^['"]?imports\b/.test(source.slice(start)));
  if (property === undefined) return [newProperty(`imports: [${name}]`, parts, properties[0], source)];
  const open = mask.indexOf('[', property.start);
  const key = source.slice(property.start, open < 0 ? property.end : open);
  if (!/^['"]?imports['"]?\s*:\s*$/.test(key) || closingOf(mask, open) !== property.end - 1) {
    throw new NoPlace('its imports are no plain [ … ]');
  }
  return newItem(name, { start: open, end: property.end - 1 }, source, mask);
}

/** The brackets of the application's `module()` call. */
function callIn(source: string, mask: string): Range {
  const imported = /\bimport\s*\{([^}]*)\}\s*from\s*['"]trellis['"]/.exec(source)?.[1] ?? '';
  const [found, alias = 'module'] = /\bmodule\b(?:\s+as\s+(\w+))?/.exec(imported) ?? [];
  if (found === undefined) throw new NoPlace("it does not import module from 'trellis'");
  const pattern = `(?<prefix>\\bexport\\s+(?:default|const\\s+\\w+[^=;]*=)\\s*)?(?<![.\\w$])${alias}\\s*\\(`;
  const calls = [...mask.matchAll(new RegExp(pattern, 'g'))];
  const exported = calls.filter(({ groups }) => groups?.prefix !== undefined);
  const named = exported.filter(([text]) => /\bAppModule\b/.test(text));
  const [call, other] = [named, exported, calls].find((candidates) => candidates.length > 0) ?? [];
  if (call === undefined) throw new NoPlace('it does not call module()');
  if (other !== undefined) throw new NoPlace('it calls module() more than once');
  const start = call.index + call[0].length - 1;
  return { start, end: closingOf(mask, start) };
}

/** On a line of its own, or beside the others: as they are. */
function newProperty(text: string, parts: Range, first: Range | undefined, source: string): Edit {
  if (first === undefined) return { ...parts, text: `{ ${text} }` };
  const isSpread = source.slice(parts.start, first.start).includes('\n');
  return insert(first.start, `${text},${isSpread ? lineBreak(source, first.start) : ' '}`);
}

function newItem(name: string, list: Range, source: string, mask: string): Edit[] {
  const items = itemsBetween(mask, list.start, list.end);
  const last = items.at(-1);
  const inside = source.slice(list.start + 1, list.end);
  const isSpread = inside.includes('\n');
  if (last === undefined) {
    if (inside.trim() === '') return [{ start: list.start + 1, end: list.end, text: name }];
    // Only a comment stands there.
    return [insert(list.start + 1, isSpread ? `${lineBreak(source, list.start)}  ${name},` : `${name} `)];
  }
  if (!isSpread) return [longerLine(name, items, list, source)];
  const comma = mask.slice(last.end, list.end).indexOf(',');
  const added = `${lineBreak(source, last.start)}${name}`;
  // Behind the whole line, so that a comment stays with what it speaks of.
  if (comma >= 0) return [insert(lineEnd(source, last.end + comma + 1, list.end), `${added},`)];
  return [insert(lineEnd(source, last.end, list.end), added), insert(last.end, ',')];
}

/** On one line, and where that grows too long, one below the other, as a formatter would. */
function longerLine(name: string, items: Range[], list: Range, source: string): Edit {
  const names = [...items.map(({ start, end }) => source.slice(start, end)), name];
  const range = { start: list.start, end: list.end + 1 };
  const short = { ...range, text: `[${names.join(', ')}]` };
  const lineStart = source.lastIndexOf('\n', list.start) + 1;
  if (apply(source, short).slice(lineStart).split(/\r?\n/)[0]!.length <= lineWidth) return short;
  const indent = lineBreak(source, list.start);
  return { ...range, text: `[${names.map((each) => `${indent}  ${each},`).join('')}${indent}]` };
}

/** Among the imports of files, in the order of the alphabet. */
function importEdit({ name, from }: Registration, source: string, mask: string): Edit {
  const imports = importsIn(source, mask);
  const style = imports.at(-1)!;
  const semicolon = style.text.endsWith(';') ? ';' : '';
  const line = `import { ${name} } from ${style.quote}${from}${style.quote}${semicolon}`;
  const next = imports.findIndex((other) => other.from.startsWith('./') && orderKey(other.from) > orderKey(from));
  const previous = next < 0 ? style : imports[next - 1];
  const end = source.includes('\r\n') ? '\r\n' : '\n';
  if (previous === undefined) return insert(imports[next]!.start, `${line}${end}`);
  return insert(lineEnd(source, previous.end, source.length), `${end}${line}`);
}

/** Folder by folder, and numbers by their value: the order that Biome wants. */
function orderKey(path: string): string {
  return path.replaceAll('/', '\0').replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

interface ImportStatement extends Range {
  readonly text: string;
  readonly from: string;
  readonly quote: string;
}

function importsIn(source: string, mask: string): ImportStatement[] {
  return [...mask.matchAll(/^import\b(?!\s*[(.])/gm)].flatMap(({ index }) => {
    const statement = /^import\b[^'"]*(['"])([^'"\n]*)\1(?:\s*with\s*\{[^}]*\})?;?/.exec(source.slice(index));
    if (statement === null) return [];
    const [text, quote, from] = statement as unknown as [string, string, string];
    return [{ start: index, end: index + text.length, text, from, quote }];
  });
}

/** A line break, with the indent of the line in which a position stands. */
function lineBreak(source: string, at: number): string {
  const lineStart = source.lastIndexOf('\n', at - 1) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart, at))![0];
  return `${source.includes('\r\n') ? '\r\n' : '\n'}${indent}`;
}

function lineEnd(source: string, from: number, limit: number): number {
  const found = /\r?\n|$/.exec(source.slice(from, limit))!;
  return from + found.index;
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

function apply(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}
