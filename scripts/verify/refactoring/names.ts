import type { Node } from '@babel/types';
import { isDeclaredTwice, isUseOf, renamed } from '../../workshop/syntax/scope.ts';
import { type Edit, functionAround, replace, type Source } from '../../workshop/syntax/source.ts';

/* Other names for what nobody outside can see. */

/** `#posts` → `#posts2`, and `private readonly posts` → `private readonly posts2`. */
export function* renamePrivate(source: Source): Iterable<Edit[]> {
  for (const { node: body } of source.all('ClassBody')) {
    for (const member of body.body) {
      const name = privateNameOf(member);
      if (name === undefined) continue;
      const uses = source.inside(body).filter(({ node, ancestors }) => isNameOf(node, ancestors.at(-1)!, name, member));
      yield uses.map(({ node }) => replace(node, `${source.textOf(node)}2`));
    }
  }
}

function privateNameOf(member: Node): string | undefined {
  if (member.type === 'ClassPrivateProperty' || member.type === 'ClassPrivateMethod') return `#${member.key.id.name}`;
  if (member.type !== 'ClassProperty' && member.type !== 'ClassMethod') return undefined;
  return member.accessibility === 'private' && member.key.type === 'Identifier' ? member.key.name : undefined;
}

function isNameOf(node: Node, parent: Node, name: string, member: Node): boolean {
  if (node.type === 'PrivateName') return `#${node.id.name}` === name;
  if (node.type !== 'Identifier' || node.name !== name) return false;
  if (parent === member) return 'key' in parent && parent.key === node;
  const isMember = parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression';
  return isMember && parent.property === node && parent.object.type === 'ThisExpression';
}

/** `const user = …` → `const user2 = …`. */
export function* renameLocal(source: Source): Iterable<Edit[]> {
  for (const place of source.all('VariableDeclarator')) {
    const { id } = place.node;
    const around = functionAround(place);
    if (around === undefined || id.type !== 'Identifier' || isDeclaredTwice(source, around, id.name)) continue;
    const uses = source.inside(around).filter((use) => use.node !== id && isUseOf(use, id.name));
    const nameEnd = id.start! + id.name.length;
    yield [
      [id.start!, nameEnd, `${id.name}2`],
      ...uses.map((use) => replace(use.node, renamed(use, id.name, `${id.name}2`))),
    ];
  }
}
