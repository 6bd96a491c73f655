import type { Node } from '@babel/types';
import { isFunction, Source } from '../syntax/source.ts';

/** How alike two files are: to the letter, but for formatting and comments, or but for names, types and order. */
export type Kinship = 'identical' | 'formatting' | 'names' | 'different';

/**
 * Errs on one side only: files that are called alike do the same. Names are compared as pairs, one for one in the whole file, and only
 * names that nothing outside can see, or that the file itself declares. Order is compared only where it can't matter.
 */
export function kinshipOf(yours: string, ours: string): Kinship {
  if (yours === ours) return 'identical';
  const trees = [yours, ours].map(treeOf);
  if (trees[0] === undefined || trees[1] === undefined) return 'different';
  const [mine, other] = trees as [Tree, Tree];
  if (shapeOf(mine.program, false) === shapeOf(other.program, false)) return 'formatting';
  return isAlike(ordered(mine.program), ordered(other.program), new Names(mine, other)) ? 'names' : 'different';
}

interface Tree {
  readonly program: Plain;
  readonly variables: ReadonlySet<string>;
  /** Fields that are private, and methods: with `this.` before them, and nowhere else. */
  readonly members: ReadonlySet<string>;
}

/** A syntax tree as plain data, without positions. */
type Plain = { readonly type: string; readonly [key: string]: unknown };

/** The framework, or JavaScript, calls methods with these names. */
const known = ['constructor', 'routes', 'handle', 'onStart', 'onStop', 'toString', 'toJSON', 'then', 'next', 'return'];
const ignored = /^(start|end|loc|extra|range|errors|tokens|interpreter|shorthand|leading.*|trailing.*|inner.*)$/;
/** What the compiler reads and the program never sees. */
const ofTypes =
  /^(returnType|typeAnnotation|type(Parameters|Arguments)|accessibility|readonly|override|implements|definite|optional)$/;

function treeOf(text: string): Tree | undefined {
  try {
    const source = new Source(text);
    return {
      program: plain(source.places[0]!.node) as Plain,
      variables: variablesOf(source),
      members: membersOf(source),
    };
  } catch {
    // JSON, SQL, or a file that is being written.
    return undefined;
  }
}

/** The names that the file declares and doesn't export. */
function variablesOf(source: Source): Set<string> {
  const [declared, exported] = [new Set<string>(), new Set<string>()];
  for (const { node, ancestors } of source.all('Identifier')) {
    if (!isDeclaration(node, ancestors)) continue;
    const isTop = ancestors.length < 6 && !ancestors.some(isFunction);
    const isExported = isTop && ancestors.some(({ type }) => type.startsWith('Export'));
    (isExported ? exported : declared).add(node.name);
  }
  for (const { node } of source.all('ExportSpecifier')) exported.add(node.local.name);
  return new Set([...declared].filter((name) => !exported.has(name)));
}

function isDeclaration(node: Node, ancestors: readonly Node[]): boolean {
  const parent = ancestors.at(-1)!;
  return (
    ('id' in parent && parent.id === node) ||
    ('params' in parent && (parent.params as Node[]).includes(node)) ||
    ('local' in parent && parent.local === node && !parent.type.startsWith('Export')) ||
    ('param' in parent && parent.param === node) ||
    (parent.type === 'AssignmentPattern' && parent.left === node) ||
    (parent.type === 'RestElement' && parent.argument === node) ||
    (parent.type === 'ArrayPattern' && (parent.elements as unknown[]).includes(node)) ||
    (parent.type === 'ObjectProperty' && parent.value === node && ancestors.at(-2)?.type === 'ObjectPattern')
  );
}

function membersOf(source: Source): Set<string> {
  const members = new Set<string>();
  for (const { node } of source.all('ClassBody'))
    for (const member of node.body) {
      const isOwn = 'accessibility' in member && member.accessibility === 'private';
      if (!(member.type === 'ClassMethod' || (member.type === 'ClassProperty' && isOwn))) continue;
      if (member.key.type === 'Identifier' && !member.computed && !member.static) members.add(member.key.name);
    }
  for (const { node, ancestors } of source.all('Identifier')) {
    const parent = ancestors.at(-1)!;
    const isThis = 'object' in parent && (parent.object as Node).type === 'ThisExpression';
    const isMember = /^Class(Method|Property)$/.test(parent.type) && 'key' in parent && parent.key === node;
    if (isPropertyName(parent, node) && !isThis && !isMember) members.delete(node.name);
  }
  for (const name of known) members.delete(name);
  return members;
}

function isPropertyName(parent: object, node: object): boolean {
  const { property, key, computed, imported, exported, right, type } = parent as Record<string, unknown>;
  if (imported === node || exported === node || (type === 'TSQualifiedName' && right === node)) return true;
  return !computed && (property === node || key === node);
}

/** Names of one file and of the other, as pairs. */
class Names {
  readonly #mine: Tree;
  readonly #other: Tree;
  readonly #pairs = new Map<string, string>();
  readonly #back = new Map<string, string>();

  constructor(mine: Tree, other: Tree) {
    this.#mine = mine;
    this.#other = other;
  }

  isPair(kind: 'variables' | 'members' | 'private', mine: string, other: string): boolean {
    if (kind !== 'private') {
      const [isMine, isOther] = [this.#mine[kind].has(mine), this.#other[kind].has(other)];
      if (isMine !== isOther) return false;
      if (!isMine) return mine === other;
    }
    const [one, two] = [`${kind} ${mine}`, `${kind} ${other}`];
    if (!this.#pairs.has(one) && !this.#back.has(two)) {
      this.#pairs.set(one, two);
      this.#back.set(two, one);
    }
    return this.#pairs.get(one) === two && this.#back.get(two) === one;
  }
}

function isAlike(mine: unknown, other: unknown, names: Names, parents: readonly Plain[] = []): boolean {
  if (Array.isArray(mine) && Array.isArray(other))
    return mine.length === other.length && mine.every((each, at) => isAlike(each, other[at], names, parents));
  if (!isPlain(mine) || !isPlain(other)) return JSON.stringify(mine) === JSON.stringify(other);
  if (mine.type !== other.type) return false;
  if (mine.type === 'Identifier') return names.isPair(kindOf(mine, parents[0]), String(mine.name), String(other.name));
  if (mine.type === 'PrivateName')
    return names.isPair('private', (mine.id as { name: string }).name, (other.id as { name: string }).name);
  // Two imports of the same thing, under two names.
  if (mine.type === 'ImportSpecifier' && nameIn(mine.imported) !== nameIn(other.imported)) return false;
  const keys = new Set([...Object.keys(mine), ...Object.keys(other)]);
  return [...keys].every((key) => isAlike(mine[key], other[key], names, [mine, ...parents]));
}

function kindOf(node: Plain, parent: Plain | undefined): 'variables' | 'members' {
  return parent !== undefined && isPropertyName(parent, node) ? 'members' : 'variables';
}

function nameIn(node: unknown): unknown {
  return isPlain(node) ? (node.name ?? node.value) : undefined;
}

/** The tree without types, with its parts in an order of their own wherever the order changes nothing. */
function ordered(node: unknown): unknown {
  if (Array.isArray(node)) return node.filter((each) => !isOnlyTypes(each)).map(ordered);
  if (!isPlain(node)) return node;
  if (/^TS(As|NonNull|Satisfies)Expression$/.test(node.type)) return ordered(node.expression);
  const made = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !ofTypes.test(key))
      .map(([key, value]) => [key, ordered(value)]),
  ) as Plain;
  if (made.type === 'Program') return { ...made, body: functionsLast(importsFirst(node, made)) };
  if (made.type === 'ClassBody') return { ...made, body: methodsLast(made.body as Plain[]) };
  if (made.type === 'ObjectExpression' && isCalm(made))
    return { ...made, properties: byKey(made.properties as Plain[]) };
  return made;
}

/** Imports may change places if all of them name something. One without names is there for its effects. */
function importsFirst(before: Plain, { body }: Plain): Plain[] {
  const isImport = ({ type }: Plain) => type === 'ImportDeclaration';
  const isFree = (before.body as Plain[])
    .filter(isImport)
    .every(({ specifiers }) => (specifiers as unknown[]).length > 0);
  if (!isFree) return body as Plain[];
  const imports = (body as Plain[]).filter(isImport);
  const tidy = imports.map((each) => ({ ...each, specifiers: sorted(each.specifiers as Plain[]) }));
  return [...sorted(tidy), ...(body as Plain[]).filter((item) => !isImport(item))];
}

/** Functions are there from the beginning, wherever they are written. */
function functionsLast(body: readonly Plain[]): Plain[] {
  const isMovable = ({ type, declaration }: Plain) =>
    type === 'FunctionDeclaration' || (isPlain(declaration) && declaration.type === 'FunctionDeclaration');
  return [...body.filter((item) => !isMovable(item)), ...sorted(body.filter(isMovable))];
}

function methodsLast(body: readonly Plain[]): Plain[] {
  const isMovable = ({ type, kind }: Plain) => /^Class(Private)?Method$/.test(type) && kind !== 'constructor';
  const methods = body.filter(isMovable);
  const names = methods.map(({ key, computed }) => (computed ? '' : shapeOf(key, false)));
  if (names.includes('') || new Set(names).size < names.length) return [...body];
  return [...body.filter((item) => !isMovable(item)), ...sorted(methods)];
}

/** By what they are. Names come last, because they may differ. */
function sorted(items: readonly Plain[]): Plain[] {
  const keyed = items.map((item) => ({ item, key: `${shapeOf(item, true)} ${shapeOf(item, false)}` }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

function byKey(properties: readonly Plain[]): Plain[] {
  return properties.toSorted((a, b) => (shapeOf(a.key, false) < shapeOf(b.key, false) ? -1 : 1));
}

/** Values that can be computed in any order: none of them calls, waits or assigns, except later, in a function. */
function isCalm({ properties }: Plain): boolean {
  const items = properties as Plain[];
  const keys = items.map(({ key, computed }) => (computed || key === undefined ? '' : shapeOf(key, false)));
  if (keys.includes('') || new Set(keys).size < keys.length) return false;
  const isBusy = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(isBusy);
    if (!isPlain(node) || /Function|ObjectMethod/.test(node.type)) return false;
    return /Call|New|Await|Yield|Assignment|Update|Tagged|Import/.test(node.type) || Object.values(node).some(isBusy);
  };
  return !items.some(({ value, type }) => type !== 'ObjectMethod' && isBusy(value));
}

function isOnlyTypes(node: unknown): boolean {
  if (!isPlain(node)) return false;
  if (/^TS(Interface|TypeAlias)Declaration$/.test(node.type)) return true;
  if (node.type.startsWith('Export')) return isOnlyTypes(node.declaration) || node.exportKind === 'type';
  return node.importKind === 'type';
}

function shapeOf(node: unknown, isNameless: boolean): string {
  return JSON.stringify(node, (key, value) =>
    isNameless && key === 'name' ? '' : isPlain(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node === 'bigint') return `${node}n`;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !ignored.test(key) && value !== undefined && value !== null)
      .map(([key, value]) => [key, plain(value)]),
  );
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;
}
