import type { Node } from '@babel/types';
import { isDeclaredTwice, isUseOf, renamed } from '../../../workshop/syntax/scope.ts';
import {
  type Edit,
  functionAround,
  isFunction,
  type Place,
  replace,
  type Source,
} from '../../../workshop/syntax/source.ts';

/* Mistakes about time: what isn't waited for, what fails unnoticed, and what happens in the wrong order. */

/** `await f()` → `f()`. Not before `return`, where it changes nothing outside of a `try`. */
export function* dropAwait(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.all('AwaitExpression')) {
    const parent = ancestors.at(-1)!;
    const isReturned = parent.type === 'ReturnStatement' || parent.type === 'ArrowFunctionExpression';
    const isInTry = ancestors.slice(ancestors.findLastIndex(isFunction)).some(({ type }) => type === 'TryStatement');
    if (!isReturned || isInTry) yield [[node.start!, node.argument.start!, '']];
  }
}

/** `await this.store.get(key)` → `await this.store.get(key).catch(() => undefined)`: an outage looks like no data. */
export function* swallowRejection(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of source.places) {
    if (node.type !== 'CallExpression' && node.type !== 'TaggedTemplateExpression') continue;
    const parent = ancestors.at(-1)!.type;
    const isOurs = source.textOf(node).startsWith('this.') && !source.textOf(node).startsWith('this.log.');
    if (isOurs && (parent === 'AwaitExpression' || parent === 'ReturnStatement'))
      yield [[node.end!, node.end!, '.catch((): any => undefined)']];
  }
}

/** `catch (error) { … }` → `catch {}`, and a `try` without its `catch` or its `finally`. */
export function* breakTry(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('TryStatement')) {
    const { block, handler, finalizer } = node;
    if (handler) yield [replace(handler, 'catch {}')];
    if (handler && finalizer) yield [replace(handler, '')];
    else yield [replace(node, source.textOf(block))];
    if (handler && finalizer) yield [[handler.end!, finalizer.end!, '']];
  }
  for (const { node } of source.all('CallExpression')) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') continue;
    if (['catch', 'finally'].includes(callee.property.name)) yield [[callee.object.end!, node.end!, '']];
  }
}

/** `db.transaction((tx) => …)` → `((tx) => …)(db)`, and `locks.run(key, () => …)` → `(() => …)()`. */
export function* dropLock(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('CallExpression')) {
    const { callee } = node;
    const work = node.arguments.at(-1);
    if (callee.type !== 'MemberExpression' || work?.type !== 'ArrowFunctionExpression') continue;
    const owner = source.textOf(callee.object);
    const isLock = /transaction$|lock|exclusive|turns/i.test(source.textOf(callee));
    if (isLock) yield [replace(node, `(${source.textOf(work)})(${work.params.length > 0 ? owner : ''})`)];
  }
}

/** Two neighbours change places, if one of them waits or may leave the function: elsewhere the order seldom matters. */
export function* exchangeStatements(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('BlockStatement')) {
    for (const [index, first] of node.body.entries()) {
      const second = node.body[index + 1];
      if (second === undefined || [first, second].some((one) => isIndifferent(source, one))) continue;
      const uses = source.inside(second).map((place) => (place.node.type === 'Identifier' ? place.node.name : ''));
      const needsFirst = namesDeclaredBy(source, first).some((name) => uses.includes(name));
      const decides = [first, second].some((one) => source.inside(one).some(isDecisive));
      if (needsFirst || !decides) continue;
      yield [[first.start!, second.end!, `${source.textOf(second)}\n${source.textOf(first)}`]];
    }
  }
}

/** It leaves the function, or it computes or logs something at once, which gives the same a moment later. */
function isIndifferent(source: Source, statement: Node): boolean {
  if (/^(Return|Throw)/.test(statement.type) || source.textOf(statement).startsWith('this.log.')) return true;
  const waits = source.inside(statement).some(({ node }) => node.type === 'AwaitExpression');
  return statement.type === 'VariableDeclaration' && !waits;
}

function isDecisive({ node }: Place): boolean {
  return ['AwaitExpression', 'ReturnStatement', 'ThrowStatement'].includes(node.type);
}

function namesDeclaredBy(source: Source, statement: Node): string[] {
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id }) =>
    [{ node: id as Node }, ...source.inside(id)].flatMap(({ node }) => (node.type === 'Identifier' ? node.name : [])),
  );
}

/**
 * `const user = …` → `this.user = …`, or a variable of the module, if it is used after an `await`: by then, another request
 * may have changed it. Without an `await` in between, nobody could notice.
 */
export function* shareLocal(source: Source): Iterable<Edit[]> {
  for (const place of source.all('VariableDeclaration')) {
    const { node, ancestors } = place;
    const [{ id, init } = { id: undefined, init: undefined }] = node.declarations;
    const around = functionAround(place);
    if (around === undefined || node.declarations.length > 1 || id?.type !== 'Identifier' || !init) continue;
    const uses = source.inside(around).filter((use) => isUseOf(use, id.name) && use.node.start! > node.end!);
    const waits = source.inside(around).filter((inner) => inner.node.type === 'AwaitExpression');
    const isExposed = uses.some((use) =>
      waits.some((wait) => wait.node.start! > node.end! && wait.node.end! <= use.node.start!),
    );
    if (!isExposed || isDeclaredTwice(source, around, id.name)) continue;
    const method = ancestors.findLast(({ type }) => type === 'ClassMethod' || type === 'ClassPrivateMethod');
    const body = ancestors.findLast(({ type }) => type === 'ClassBody');
    const inClass = method !== undefined && !ancestors.some(({ type }) => /^Function/.test(type));
    const shared = inClass ? `this.shared_${id.name}` : `shared_${id.name}`;
    const declaration: Edit = inClass
      ? [body!.start! + 1, body!.start! + 1, `\n  shared_${id.name}: any;`]
      : [source.text.length, source.text.length, `\nvar shared_${id.name}: any;\n`];
    const renames = uses.map((use): Edit => replace(use.node, renamed(use, id.name, shared)));
    yield [[node.start!, init.start!, `${shared} = `], declaration, ...renames];
  }
}
