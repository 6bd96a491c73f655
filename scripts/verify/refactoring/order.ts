import type { Node } from '@babel/types';
import { type Edit, type Place, replace, type Source } from '../../workshop/syntax/source.ts';

/* The same things in another order. */

/** The methods of a class, from the last to the first. */
export function* reverseMethods(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ClassBody')) {
    const isMethod = (one: Node) =>
      /^Class(Private)?Method$/.test(one.type) && !('kind' in one && one.kind === 'constructor');
    const first = node.body.findIndex(isMethod);
    const methods = node.body.slice(first);
    if (first < 0 || methods.length < 2 || !methods.every(isMethod)) continue;
    // With the comments above each of them.
    const starts = methods.map((_, index) => node.body[first + index - 1]?.end ?? node.start! + 1);
    const texts = methods.map((method, index) => source.text.slice(starts[index]!, method.end!));
    yield [[starts[0]!, methods.at(-1)!.end!, texts.toReversed().join('')]];
  }
}

/** The properties of an object literal. An object with an `await`, or with a spread, keeps its order. */
export function* reverseProperties(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.all('ObjectExpression')) {
    const { properties } = node;
    const isOrdered = properties.some(({ type }) => type === 'SpreadElement') || waits(source, node);
    const isInside = ancestors.some(({ type }) => type === 'ObjectExpression');
    if (properties.length > 1 && !isOrdered && !isInside) yield [reversed(source, properties)];
  }
}

const unordered = ['imports', 'exports', 'declarations', 'providers'];

/** What a module imports, exports and declares. */
export function* reverseDeclarations(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ObjectProperty')) {
    const { key, value } = node;
    if (key.type !== 'Identifier' || !unordered.includes(key.name) || value.type !== 'ArrayExpression') continue;
    const elements = value.elements.filter((element) => element !== null);
    if (elements.length > 1) yield [reversed(source, elements)];
  }
}

/** The imports. A file that imports another for its effects keeps its order. */
export function* reverseImports(source: Source): Iterable<Edit[]> {
  const imports = source.all('ImportDeclaration').map(({ node }) => node);
  if (imports.length > 1 && imports.every(({ specifiers }) => specifiers.length > 0)) yield [reversed(source, imports)];
}

/** `{ path, middlewares, children }` → `{ path: '', middlewares, children: [{ path, children }] }`. */
export function* nestGroup(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ObjectExpression')) {
    const [path, middlewares, children] = ['path', 'middlewares', 'children'].map((name) =>
      node.properties.find(
        (one) => one.type === 'ObjectProperty' && one.key.type === 'Identifier' && one.key.name === name,
      ),
    );
    if (!path || !middlewares || !children || node.properties.length !== 3) continue;
    const [a, b, c] = [path, middlewares, children].map((property) => source.textOf(property));
    yield [replace(node, `{ path: '', ${b}, children: [{ ${a}, ${c} }] }`)];
  }
}

function waits(source: Source, node: Node): boolean {
  return source.inside(node).some((place: Place) => place.node.type === 'AwaitExpression');
}

function reversed(source: Source, items: readonly Node[]): Edit {
  const texts = items.map((item) => source.textOf(item));
  const gaps = items.slice(1).map((item, index) => source.text.slice(items[index]!.end!, item.start!));
  const text = texts.toReversed().map((one, index) => one + (gaps[index] ?? ''));
  return [items[0]!.start!, items.at(-1)!.end!, text.join('')];
}
