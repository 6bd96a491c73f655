import type { Node } from '@babel/types';
import type { Place, Source } from './source.ts';

/** Whether this is the variable of this name, and not a property that is called the same. */
export function isUseOf({ node, ancestors }: Place, name: string): boolean {
  if (node.type !== 'Identifier' || node.name !== name) return false;
  const parent = ancestors.at(-1)!;
  if (parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression')
    return parent.object === node || parent.computed;
  // The names in a type, such as the parameter of `(value: string) => void`.
  if (parent.type === 'TSPropertySignature' || parent.type === 'TSQualifiedName' || 'parameters' in parent)
    return false;
  return !('key' in parent && parent.key === node && !('shorthand' in parent && parent.shorthand));
}

/** Whether something inside of the node declares this name more than once. */
export function isDeclaredTwice(source: Source, around: Node, name: string): boolean {
  const declared = source.inside(around).filter(({ node, ancestors }) => {
    const parent = ancestors.at(-1)!;
    const isParameter = 'params' in parent && (parent.params as Node[]).includes(node);
    const isPattern = ancestors.some(({ type }) => type === 'ObjectPattern' || type === 'ArrayPattern');
    return node.type === 'Identifier' && node.name === name && (isParameter || isPattern || 'id' in parent);
  });
  return declared.length > 1;
}

/** What renames one use. A shorthand property keeps its name. */
export function renamed({ ancestors }: Place, name: string, newName: string): string {
  const parent = ancestors.at(-1)!;
  return parent.type === 'ObjectProperty' && parent.shorthand ? `${name}: ${newName}` : newName;
}
