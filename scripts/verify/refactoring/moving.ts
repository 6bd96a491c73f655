import { basename, dirname, posix } from 'node:path';
import type { Node } from '@babel/types';
import { isUseOf } from '../../workshop/syntax/scope.ts';
import type { Edit, Source } from '../../workshop/syntax/source.ts';

export interface Moved {
  readonly edits: Edit[];
  /** The new file, with its path below `src`. */
  readonly added: [name: string, text: string];
}

/** Each function of a file that needs nothing else of it moves to a file of its own. */
export function* moveFunctions(source: Source, file: string): Iterable<Moved> {
  const program = source.places[0]!.node;
  const imports = source.all('ImportDeclaration').map(({ node }) => node);
  for (const { node, ancestors } of source.all('FunctionDeclaration')) {
    const isTop = ancestors.every((one) => one === program || one.type === 'ExportNamedDeclaration');
    if (!isTop || !node.id || source.all('TSDeclareFunction').length > 0) continue;
    const { name } = node.id;
    const statement = ancestors.find(({ type }) => type === 'ExportNamedDeclaration') ?? node;
    const isExported = statement !== node;
    if (namesOf(program, source).some((other) => other !== name && uses(source, node, other))) continue;
    const needed = imports.filter(({ specifiers }) => specifiers.some(({ local }) => uses(source, node, local.name)));
    const added = `${dirname(file)}/moved-${name.toLowerCase()}-of-${basename(file)}`.replace(/^\.\//, '');
    const from = `./${posix.basename(added)}`;
    const text = [...needed.map((one) => source.textOf(one)), `export ${source.textOf(node)}`, ''].join('\n');
    const isUsedHere = source.places.some((use) => isUseOf(use, name) && !use.ancestors.includes(node));
    const links = [
      ...(isUsedHere ? [`import { ${name} } from '${from}';`] : []),
      ...(isExported ? [`export { ${name} } from '${from}';`] : []),
    ];
    yield { edits: [[statement.start!, statement.end!, links.join('\n')]], added: [added, text] };
  }
}

/** What the file declares itself, types included. */
function namesOf(program: Node, source: Source): string[] {
  return source.places.flatMap(({ node, ancestors }) => {
    const parent = ancestors.at(-1);
    if (node.type !== 'Identifier' || !parent || !('id' in parent) || parent.id !== node) return [];
    const outer = ancestors.filter(({ type }) => !/^(Export|VariableDecl)/.test(type));
    const isTop = outer.every((one) => one === program || one === parent);
    return isTop ? [node.name] : [];
  });
}

function uses(source: Source, around: Node, name: string): boolean {
  return source.inside(around).some(({ node }) => node.type === 'Identifier' && node.name === name);
}
