import type { Node } from '@babel/types';
import { type Edit, functionAround, isFunction, replace, type Source } from '../../workshop/syntax/source.ts';

/* The same value, computed by another expression. */

/** `a === b` → `b === a`. */
export function* exchangeSides(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('BinaryExpression')) {
    if (!['===', '!=='].includes(node.operator)) continue;
    yield [replace(node, `${source.textOf(node.right)} ${node.operator} ${source.textOf(node.left)}`)];
  }
}

/** `` `a ${b}` `` → `('a ' + String(b))`. Tagged templates and types stay. */
export function* concatenate(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.all('TemplateLiteral')) {
    const parent = ancestors.at(-1)!;
    if (parent.type === 'TaggedTemplateExpression' || parent.type.startsWith('TS')) continue;
    const parts = node.quasis.flatMap(({ value }, index) => {
      const expression = node.expressions[index];
      return [JSON.stringify(value.cooked), ...(expression ? [`String(${source.textOf(expression)})`] : [])];
    });
    yield [replace(node, `(${parts.join(' + ')})`)];
  }
}

/** `'a'` → `"a"`. */
export function* otherQuotes(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('StringLiteral'))
    if (source.textOf(node).startsWith("'") && !/["\\]/.test(node.value))
      yield [replace(node, JSON.stringify(node.value))];
}

/** `await this.store.get(key)` → `await this.store.get(key).then((value) => value)`. */
export function* chainThen(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('AwaitExpression')) {
    const { argument } = node;
    if (argument.type === 'CallExpression' && source.textOf(argument).startsWith('this.'))
      yield [[argument.end!, argument.end!, '.then((value) => value)']];
  }
}

/** `return ctx.status(401).json({ error: 'a' })` → `throw new HttpError(401, 'a')`, except inside of a `try`. */
export function* throwInstead(source: Source): Iterable<Edit[]> {
  const imports = source.all('ImportDeclaration').map(({ node }) => node);
  const isImported = imports.some((node) => /\bHttpError\b/.test(source.textOf(node)));
  const end = imports.at(-1)?.end ?? 0;
  const isOurs = imports.some(({ source: from }) => from.value === 'trellis');
  for (const { node, ancestors } of source.all('ReturnStatement')) {
    const inner = ancestors.slice(ancestors.findLastIndex(isFunction));
    const pattern = /^return ctx\.status\(([45]\d\d)\)\.json\(\{ error: ('[^']*') \}\);$/;
    const [, status, message] = pattern.exec(source.textOf(node)) ?? [];
    if (status === undefined || !isOurs || inner.some(({ type }) => type === 'TryStatement')) continue;
    const name = isImported ? 'HttpError' : 'HttpError2';
    const imported: Edit[] = isImported ? [] : [[end, end, "\nimport { HttpError as HttpError2 } from 'trellis';"]];
    yield [replace(node, `throw new ${name}(${status}, ${message});`), ...imported];
  }
}

/** `function f() {}` → `const f = () => {};`, unless it is called while the file is loaded: a constant isn't hoisted. */
export function* arrowFunction(source: Source): Iterable<Edit[]> {
  for (const place of source.all('FunctionDeclaration')) {
    const { node, ancestors } = place;
    const { id, body, returnType } = node;
    const isTop = ancestors.every(({ type }) => type === 'Program' || type === 'ExportNamedDeclaration');
    if (!isTop || !id || node.generator || source.inside(body).some((inner) => isOwnThis(inner.node))) continue;
    const isOverloaded = source.all('TSDeclareFunction').some((other) => other.node.id?.name === id.name);
    const uses = source.places.filter(
      (use) => use.node !== id && use.node.type === 'Identifier' && use.node.name === id.name,
    );
    const isEarly = uses.some((use) => functionAround(use) === undefined);
    const isAssertion = returnType && /^:\s*asserts\b/.test(source.textOf(returnType));
    if (isOverloaded || isEarly || isAssertion) continue;
    const parameters = source.text.slice(id.end!, body.start!).trimEnd();
    yield [
      [node.start!, body.start!, `const ${id.name} = ${node.async ? 'async ' : ''}${parameters} => `],
      [node.end!, node.end!, ';'],
    ];
  }
}

/** `show(ctx) {}` → `show = (ctx) => {};`, for the handlers of a controller. */
export function* arrowHandler(source: Source): Iterable<Edit[]> {
  for (const { node: body } of source.all('ClassBody')) {
    const routes = body.body.find((one) => one.type === 'ClassMethod' && source.textOf(one.key) === 'routes');
    for (const method of body.body) {
      if (method.type !== 'ClassMethod' || method.key.type !== 'Identifier' || method.decorators?.length) continue;
      const { name } = method.key;
      const isHandler = routes && new RegExp(`\\bthis\\.${name}\\b`).test(source.textOf(routes));
      if (!isHandler || method.accessibility || source.inside(method).some(({ node }) => node.type === 'Super'))
        continue;
      const parameters = source.text.slice(method.key.end!, method.body.start!).trimEnd();
      const isAsync = method.async ? 'async ' : '';
      yield [
        [method.start!, method.body.start!, `${name} = ${isAsync}${parameters} => `],
        [method.end!, method.end!, ';'],
      ];
    }
  }
}

function isOwnThis(node: Node): boolean {
  return node.type === 'ThisExpression' || (node.type === 'Identifier' && node.name === 'arguments');
}
