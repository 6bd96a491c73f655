import { type AnyNode, type Node, parse } from 'acorn';

/*
 * The last step of compiling for a worker. A browser can't follow asynchronous work (see `machine/context.ts`), can't import from
 * our files in memory, and has no `import.meta.url` that fits. So each `await` gets a call that restores its context, and each
 * import becomes one that the loader handles. Positions are kept: nothing adds a line, and the columns are accounted for.
 */

export interface Edit {
  readonly at: number;
  readonly text: string;
  /** How many characters it takes the place of. */
  readonly removed: number;
}

export interface Import {
  readonly specifier: string;
  /** The string in the code, with its quotes. */
  readonly start: number;
  readonly end: number;
  /** What is asked for: names, and where each of them is. */
  readonly names: readonly { readonly name: string; readonly at: number }[];
}

export interface Adapted {
  readonly code: string;
  readonly edits: readonly Edit[];
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
  /** Whether it exports everything of another module as well. */
  readonly exportsAll: boolean;
}

type Visited = AnyNode & Record<string, unknown>;

interface Scope {
  readonly isAsync: boolean;
  /** Where to declare the variable; undefined if the function is an expression. */
  readonly body: number | undefined;
  isUsed: boolean;
}

const saved = '$saved';

/** `contextOnly` is for a bundle, whose imports are settled. */
export function adapt(code: string, contextOnly = false): Adapted {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  const edits: Edit[] = [];
  const imports: Import[] = [];
  const exports: string[] = [];
  let exportsAll = false;
  const insert = (at: number, text: string, removed = 0) => edits.push({ at, text, removed });
  const top: Scope = { isAsync: true, body: 0, isUsed: false };

  const visitors: Record<string, (node: Visited, scope: Scope) => void> = {
    AwaitExpression: (node, scope) => {
      insert(node.start, `$context.after(${save(scope)}, `);
      insert(node.end, ')');
    },
    YieldExpression: (node, scope) => {
      if (!scope.isAsync) return;
      insert(node.start, `$context.after(${save(scope)}, `);
      insert(node.end, ')');
    },
    CatchClause: (node, scope) => restore((node.body as Node).start + 1, scope),
    TryStatement: (node, scope) => {
      if (node.finalizer) restore((node.finalizer as Node).start + 1, scope);
    },
    ForOfStatement: (node, scope) => {
      if (!node.await || (node.body as Node).type !== 'BlockStatement') return;
      restore((node.body as Node).start + 1, scope);
      restore(node.end, scope);
    },
    ImportExpression: (node) => {
      // The loader's own, which is the browser's.
      if (code.slice(node.start, node.end) === 'import(nativeUrl)') return;
      insert(node.start, contextOnly ? '$modules.' : '$module.');
    },
    MetaProperty: (node) => {
      if (!contextOnly && code.slice(node.start, node.end) === 'import.meta')
        insert(node.start, '$module.meta', 'import.meta'.length);
    },
    ImportDeclaration: (node) => {
      const specifiers = (node.specifiers as Visited[]).flatMap((each) => {
        if (each.type === 'ImportNamespaceSpecifier') return [];
        if (each.type === 'ImportDefaultSpecifier') return [{ name: 'default', at: each.start }];
        return [{ name: nameOf(each.imported), at: each.start }];
      });
      found(node.source as Visited, specifiers);
    },
    ExportNamedDeclaration: (node) => {
      for (const each of node.specifiers as Visited[]) exports.push(nameOf(each.exported));
      if (node.declaration) exports.push(...declaredIn(node.declaration as Visited));
      if (!node.source) return;
      const names = (node.specifiers as Visited[]).map((each) => ({ name: nameOf(each.local), at: each.start }));
      found(node.source as Visited, names);
    },
    ExportDefaultDeclaration: () => exports.push('default'),
    ExportAllDeclaration: (node) => {
      if (node.exported) exports.push(nameOf(node.exported));
      else exportsAll = true;
      found(node.source as Visited, []);
    },
  };

  function save(scope: Scope): string {
    scope.isUsed = true;
    return scope.body === undefined ? '$context.get()' : `${saved} = $context.get()`;
  }

  function restore(at: number, scope: Scope): void {
    if (scope.isAsync && scope.body !== undefined) insert(at, ` $context.set(${saved});`);
    if (scope.isAsync) scope.isUsed = true;
  }

  function found(source: Visited, names: Import['names']): void {
    imports.push({ specifier: source.value as string, start: source.start, end: source.end, names });
  }

  function visit(node: Visited, scope: Scope): void {
    visitors[node.type]?.(node, scope);
    const inner = scopeOf(node) ?? scope;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof (child as Visited | null)?.type === 'string') visit(child as Visited, inner);
    if (inner !== scope && inner.isAsync && inner.isUsed && inner.body !== undefined)
      insert(inner.body, ` let ${saved} = $context.get();`);
  }

  visit(program as unknown as Visited, top);
  // A bundle begins before there is a context.
  if (top.isUsed) insert(0, contextOnly ? `let ${saved}; ` : `let ${saved} = $context.get(); `);
  const ordered = edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.at - b.edit.at || rank(a.edit) - rank(b.edit) || a.order - b.order)
    .map(({ edit }) => edit);
  return { code: applied(code, ordered), edits: ordered, imports: imports.map(moved), exports, exportsAll };

  function moved(found: Import): Import {
    const before = ordered
      .filter(({ at }) => at <= found.start)
      .reduce((sum, { text, removed }) => sum + text.length - removed, 0);
    return { ...found, start: found.start + before, end: found.end + before };
  }
}

/** At the same place, one expression ends before the next begins, and a variable is declared before anything else. */
function rank({ text }: Edit): number {
  return text.includes(`let ${saved}`) ? 0 : text === ')' ? 1 : 2;
}

function applied(code: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const { at, text, removed } of edits) {
    result += code.slice(from, at) + text;
    from = at + removed;
  }
  return result + code.slice(from);
}

function scopeOf(node: Visited): Scope | undefined {
  if (!/^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)) {
    // Fields and static blocks of a class run on their own, and can't await.
    return /^(PropertyDefinition|StaticBlock)$/.test(node.type)
      ? { isAsync: false, body: undefined, isUsed: false }
      : undefined;
  }
  const body = node.body as Visited;
  const isBlock = body.type === 'BlockStatement';
  const directive = isBlock ? (body.body as Visited[]).findLast(({ directive }) => directive !== undefined) : undefined;
  return {
    isAsync: node.async === true,
    body: isBlock ? (directive?.end ?? body.start + 1) : undefined,
    isUsed: false,
  };
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: string };
  return name ?? value ?? '';
}

function declaredIn(declaration: Visited): string[] {
  if (declaration.id) return [nameOf(declaration.id)];
  const names: string[] = [];
  for (const { id } of declaration.declarations as { id: Visited }[]) collect(id, names);
  return names;
}

function collect(pattern: Visited, names: string[]): void {
  if (pattern.type === 'Identifier') names.push(nameOf(pattern));
  else
    for (const value of Object.values(pattern))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof (child as Visited | null)?.type === 'string')
          collect(
            (child as Visited).type === 'Property' ? ((child as Visited).value as Visited) : (child as Visited),
            names,
          );
}
