import type { Node, ObjectExpression } from '@babel/types';
import { type Edit, isFunction, removeItem, replace, type Source } from '../../../workshop/syntax/source.ts';

/* Mistakes in what a route accepts and returns. */

/** The status that people confuse with this one. */
const confused: Record<number, number[]> = {
  200: [201],
  201: [200],
  204: [200],
  301: [302],
  302: [301],
  303: [302],
  400: [422],
  401: [403],
  403: [401],
  404: [400],
  409: [400],
  413: [400],
  429: [503],
  500: [400],
  503: [500],
};

export function* exchangeStatus(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('NumericLiteral'))
    for (const other of confused[node.value] ?? []) yield [replace(node, String(other))];
}

/** An object without one of its properties: a cookie without `httpOnly`, a group without its middlewares. */
export function* dropProperty(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ObjectExpression'))
    for (const property of node.properties) yield [removeItem(source.text, node.properties, property)];
}

/** An array without one of its elements: a middleware, a route, an allowed value. */
export function* dropElement(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ArrayExpression')) {
    const elements = node.elements.filter((element) => element !== null);
    for (const element of elements) yield [removeItem(source.text, elements, element)];
  }
}

/** A route of a group is moved out of it, and loses the group's middlewares; or gets a twin outside, with another method. */
export function* leaveGroup(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.all('ObjectExpression')) {
    const [list, , group, routes] = ancestors.toReversed();
    if (list?.type !== 'ArrayExpression' || group?.type !== 'ObjectExpression' || routes?.type !== 'ArrayExpression')
      continue;
    const path = propertyOf(group, 'path');
    const [method, own] = [propertyOf(node, 'method'), propertyOf(node, 'path')];
    if (!propertyOf(group, 'middlewares') || path?.type !== 'StringLiteral' || own?.type !== 'StringLiteral') continue;
    const full = `${path.value}${own.value}`;
    const outside = source.textOf(node).replace(source.textOf(own), `'${full}'`);
    const end = routes.end! - 1;
    const before = /,\s*$/.test(source.text.slice(0, end)) ? '' : ', ';
    const items = list.elements.filter((element) => element !== null);
    yield [removeItem(source.text, items, node), [end, end, `${before}${outside}, `]];
    if (method?.type !== 'StringLiteral') continue;
    const twin = method.value === 'PUT' ? ['PATCH', full] : [method.value, `${full}/raw`];
    const text = outside.replace(source.textOf(method), `'${twin[0]}'`).replace(`'${full}'`, `'${twin[1]}'`);
    yield [[end, end, `${before}${text}, `]];
  }
}

/** `ctx.get('user_id')` → `ctx.header('X-User-Id') || ctx.get('user_id')`: anyone may say who they are. */
export function* trustTheClient(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('CallExpression')) {
    const text = source.textOf(node);
    // A credential in a URL ends up in logs and in the browser's history.
    if (/^ctx\.(cookie\(|header\('Authorization'\))/.test(text))
      yield [replace(node, `(${text} || ctx.query('credential'))`)];
    if (!/^ctx\.get(<[^>]*>)?\('user_(id|role|email)'\)$/.test(text)) continue;
    yield [replace(node, `((ctx.header('X-User-Id') as any) || ${text})`)];
    yield [replace(node, `((ctx.query('user_id') as any) || ${text})`)];
  }
}

/** `{ title: body.title }` → `{ title: body.title, ...body }`: whatever else was sent, or is in the row, goes with it. */
export function* spreadTheRest(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ObjectExpression')) {
    const owners = node.properties.flatMap((property) => {
      const value = property.type === 'ObjectProperty' ? property.value : undefined;
      return value?.type === 'MemberExpression' && value.object.type === 'Identifier' ? [value.object.name] : [];
    });
    const end = node.properties.at(-1)?.end;
    for (const owner of new Set(owners)) yield [[end!, end!, `, ...(${owner} as any)`]];
  }
}

/** A key without one of its parts: `login:${address}` → `login:`. Messages of errors and HTML aren't keys. */
export function* dropKeyPart(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.all('TemplateLiteral')) {
    const isMessage = ancestors.some(({ type }) =>
      ['NewExpression', 'TaggedTemplateExpression', 'ThrowStatement'].includes(type),
    );
    if (isMessage) continue;
    for (const [index] of node.expressions.entries())
      yield [[node.quasis[index]!.end!, node.quasis[index + 1]!.start!, '']];
  }
}

/** `a === b` → `a.startsWith(b)`, and `startsWith` → `includes`. */
export function* compareLoosely(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('BinaryExpression')) {
    const [a, b] = [source.textOf(node.left), source.textOf(node.right)];
    if (
      ['===', '!=='].includes(node.operator) &&
      !/^(undefined|null|true|false|\d.*|'')$/.test(b) &&
      !a.startsWith('typeof')
    )
      yield [replace(node, `${node.operator === '!==' ? '!' : ''}${a}.startsWith(${b})`)];
  }
  for (const { node } of source.all('MemberExpression')) {
    const { property } = node;
    if (property.type !== 'Identifier' || !['startsWith', 'endsWith'].includes(property.name)) continue;
    yield [replace(property, 'includes')];
  }
}

/** `a ?? b` and `a || b` → `a`, and a parameter without its default. */
export function* dropDefault(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('LogicalExpression'))
    if (node.operator !== '&&') yield [[node.left.end!, node.end!, '']];
  for (const { node } of source.all('AssignmentPattern')) yield [[node.left.end!, node.end!, '']];
}

/** A condition that is always true or never, and an `&&` without one of its sides. */
export function* dropGuard(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('ConditionalExpression')) {
    yield [replace(node, source.textOf(node.consequent))];
    yield [replace(node, source.textOf(node.alternate))];
  }
  for (const { node } of source.all('IfStatement')) {
    yield [replace(node.test, 'false')];
    yield [replace(node.test, 'true')];
  }
  for (const { node } of source.all('LogicalExpression')) {
    if (node.operator === '??') continue;
    yield [replace(node, source.textOf(node.left))];
    yield [replace(node, source.textOf(node.right))];
  }
}

/** `@field('required,max=200')` → `@field('max=200')`, and another limit. */
export function* loosenField(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('CallExpression')) {
    const [tag] = node.arguments;
    if (source.textOf(node.callee) !== 'field' || tag?.type !== 'StringLiteral') continue;
    const rules = tag.value.split(',');
    for (const [index, rule] of rules.entries()) {
      yield [replace(tag, `'${rules.toSpliced(index, 1).join()}'`)];
      const [name, limit] = rule.split('=');
      for (const other of limit === undefined ? [] : [Number(limit) - 1, Number(limit) + 1])
        yield [replace(tag, `'${rules.with(index, `${name}=${other}`).join()}'`)];
    }
  }
}

/** `text.trim().toLowerCase()` → `text.toLowerCase()`: a step of a normalisation is left out. */
export function* dropCall(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('CallExpression')) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') continue;
    if (
      /^(trim|to(Lower|Upper)Case|normalize|slice|filter|replace(All)?|sort|toSorted|reverse|once)$/.test(
        callee.property.name,
      )
    )
      yield [[callee.object.end!, node.end!, '']];
  }
}

/** Another value, or none, in place of a string that the program sends or compares. Not in an import or a message. */
export function* emptyString(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.all('StringLiteral')) {
    const parent = ancestors.at(-1)!;
    const isCode = ancestors.some(isFunction) && !/^(Import|Export|TS)/.test(parent.type);
    const isLogged = parent.type === 'CallExpression' && /\blog\.\w+$/.test(source.textOf(parent.callee));
    const isMessage = isLogged || ancestors.some(({ type }) => type === 'NewExpression' || type === 'ThrowStatement');
    if (isCode && !isMessage) yield [replace(node, node.value === '' ? "'x'" : "''")];
  }
}

function propertyOf(object: ObjectExpression, name: string): Node | undefined {
  for (const property of object.properties) {
    if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') continue;
    if (property.key.name === name) return property.value;
  }
  return undefined;
}
