import type { ClassBody, Node } from '@babel/types';
import type { Files } from '../starters.ts';
import { Source } from '../syntax/source.ts';

/** What is certain about some files, because it can be read in them. */
export interface SourceFacts {
  /** Lines that are neither blank nor comments alone. */
  readonly lines: number;
  /** The packages that they import. */
  readonly packages: readonly string[];
  /** Fields of controllers, services and middlewares whose values change: `PostsService.#posts`. */
  readonly state: readonly { readonly owner: string; readonly field: string }[];
  /** Places where the compiler is told to check nothing. */
  readonly unchecked: number;
  /** Calls such as `console.log`. */
  readonly printed: number;
  /** Functions and methods by their name: their file, and their text without spaces. */
  readonly functions: ReadonlyMap<string, { readonly file: string; readonly text: string }>;
}

/** `declared` are the names of the classes that the framework builds, once each. */
export function sourceFacts(files: Files, names: readonly string[], declared: ReadonlySet<string>): SourceFacts {
  const sources = names.flatMap((file) => {
    const source = sourceOf(files.get(file) ?? '');
    return source === undefined ? [] : [{ file, source }];
  });
  const all = sources.map(({ source }) => source);
  return {
    lines: names.reduce((sum, name) => sum + countLines(files.get(name) ?? ''), 0),
    packages: [...new Set(all.flatMap(packagesOf))],
    state: all.flatMap((source) => stateIn(source, declared)),
    unchecked: all.reduce((sum, source) => sum + uncheckedIn(source), 0),
    printed: all.reduce((sum, source) => sum + printedIn(source), 0),
    functions: new Map(
      sources.flatMap(({ file, source }) => functionsIn(source).map(([name, text]) => [name, { file, text }])),
    ),
  };
}

/** The classes in the declarations of some module of the program. */
export function declaredClasses(files: Files): Set<string> {
  const names = new Set<string>();
  for (const [name, text] of files) {
    if (!name.endsWith('.ts')) continue;
    for (const { node } of sourceOf(text)?.all('ObjectProperty') ?? []) {
      if (node.key.type !== 'Identifier' || node.key.name !== 'declarations') continue;
      for (const element of node.value.type === 'ArrayExpression' ? node.value.elements : [])
        if (element?.type === 'Identifier') names.add(element.name);
    }
  }
  return names;
}

export function countLines(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
  return code.split('\n').filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length;
}

function sourceOf(text: string): Source | undefined {
  try {
    return new Source(text);
  } catch {
    return undefined;
  }
}

function packagesOf(source: Source): string[] {
  return source
    .all('ImportDeclaration')
    .filter(({ node }) => node.importKind !== 'type')
    .map(({ node }) => node.source.value)
    .filter((name) => !/^([.#]|node:)/.test(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/** One instance serves all requests, so what changes in its fields is shared by all of them. */
function stateIn(source: Source, declared: ReadonlySet<string>): { owner: string; field: string }[] {
  return source.all('ClassDeclaration').flatMap(({ node }) => {
    const owner = node.id?.name ?? '';
    if (!declared.has(owner)) return [];
    return fieldsOf(node.body)
      .filter((field) => isChanged(source, node.body, field))
      .map((field) => ({ owner, field }));
  });
}

function fieldsOf(body: ClassBody): string[] {
  return body.body.flatMap((member) => {
    if (member.type === 'ClassPrivateProperty') return [`#${member.key.id.name}`];
    return member.type === 'ClassProperty' && member.key.type === 'Identifier' ? [member.key.name] : [];
  });
}

const changing = new Set(['push', 'unshift', 'splice', 'pop', 'shift', 'set', 'add', 'delete', 'clear']);

function isChanged(source: Source, body: ClassBody, field: string): boolean {
  const isField = (node: Node | null | undefined): boolean =>
    node?.type === 'MemberExpression' &&
    node.object.type === 'ThisExpression' &&
    source.textOf(node.property) === field;
  const isInside = (node: Node | null | undefined) =>
    isField(node) || (node?.type === 'MemberExpression' && node.computed && isField(node.object));
  // An empty array, map, set or object, which this class fills: an injected service has methods of these names, too.
  const isOwn = body.body.some(
    (member) =>
      (member.type === 'ClassProperty' || member.type === 'ClassPrivateProperty') &&
      source.textOf(member.key) === field &&
      /^(Array|Object|New)Expression$|Literal$/.test(member.value?.type ?? ''),
  );
  return (
    isOwn &&
    source.inside(body).some(({ node, ancestors }) => {
      if (ancestors.some((each) => each.type === 'ClassMethod' && each.kind === 'constructor')) return false;
      if (node.type === 'AssignmentExpression') return isInside(node.left);
      if (node.type === 'UpdateExpression') return isInside(node.argument);
      if (node.type === 'UnaryExpression') return node.operator === 'delete' && isInside(node.argument);
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
      return isField(node.callee.object) && changing.has(source.textOf(node.callee.property));
    })
  );
}

function uncheckedIn(source: Source): number {
  const ignored = source.text.match(/^\s*\/\/ *@ts-(ignore|expect-error|nocheck)/gm) ?? [];
  return source.all('TSAnyKeyword').length + ignored.length;
}

function printedIn(source: Source): number {
  return source.all('CallExpression').filter(({ node: { callee } }) => {
    return callee.type === 'MemberExpression' && source.textOf(callee.object) === 'console';
  }).length;
}

/** A name that is declared twice tells nothing about a move. */
function functionsIn(source: Source): [name: string, text: string][] {
  const found = [...source.all('FunctionDeclaration'), ...source.all('ClassMethod')].flatMap(
    ({ node }): [string, string][] => {
      const name =
        node.type === 'FunctionDeclaration'
          ? node.id?.name
          : node.key.type === 'Identifier'
            ? node.key.name
            : undefined;
      return name === undefined ? [] : [[name, source.textOf(node.body).replace(/\s+/g, '')]];
    },
  );
  return found.filter(([name]) => found.filter(([other]) => other === name).length === 1);
}
