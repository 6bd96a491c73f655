import type { CallExpression, Node } from '@babel/types';
import { type Edit, isFunction, type Place, replace, type Source } from '../../../workshop/syntax/source.ts';

/* Mistakes with passwords, tokens, ids and digests. */

/** `digest(id)` → `id`, and `createHash('sha256').update(id).digest('hex')` → `id`. */
export function* skipHash(source: Source): Iterable<Edit[]> {
  for (const { node } of hashCalls(source)) {
    const hashed = hashedBy(node);
    if (hashed !== undefined) yield [replace(node, source.textOf(hashed))];
  }
}

/** `digest(id)` → `digest(id).slice(0, 8)`: so short that it can be searched for. */
export function* cutDigest(source: Source): Iterable<Edit[]> {
  for (const { node, ancestors } of [...hashCalls(source), ...randomCalls(source)]) {
    const parent = ancestors.at(-1)!;
    if (nameOf(node) === 'randomBytes') yield [replace(node.arguments[0]!, '4')];
    else if (parent.type === 'AwaitExpression')
      yield [replace(parent, `(${source.textOf(parent)} as any).slice(0, 8)`)];
    else if (parent.type !== 'MemberExpression') yield [[node.end!, node.end!, '.slice(0, 8)']];
  }
}

/** Random numbers that can be predicted. */
export function* guessableRandom(source: Source): Iterable<Edit[]> {
  for (const { node } of randomCalls(source)) {
    const isBytes = nameOf(node) === 'randomBytes';
    yield [replace(node, isBytes ? 'Buffer.from(String(Math.random()))' : 'String(Math.random())')];
  }
}

/** A comparison in constant time → `===`, or one of the first characters only. */
export function* compareCarelessly(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('CallExpression')) {
    const [a, b] = node.arguments;
    if (nameOf(node) !== 'timingSafeEqual' || a === undefined || b === undefined) continue;
    yield [replace(node, `String(${source.textOf(a)}).slice(0, 8) === String(${source.textOf(b)}).slice(0, 8)`)];
  }
}

const secret = /^(password|token|secret|hash|key|cookie|credential|code|refresh_?token|csrf|email)$/i;

/** A line for the log that somebody forgot to remove, with a secret in it. */
export function* printSecret(source: Source): Iterable<Edit[]> {
  for (const { node } of source.places) {
    if (!isFunction(node) || !('body' in node) || (node.body as Node).type !== 'BlockStatement') continue;
    const body = node.body as Node;
    const names = ('params' in node ? (node.params as Node[]) : []).flatMap((parameter) => namesIn(source, parameter));
    for (const name of names.filter((each) => secret.test(each)))
      yield [[body.start! + 1, body.start! + 1, ` console.log('debug', ${name});`]];
  }
  for (const { node, ancestors } of source.all('VariableDeclaration')) {
    if (!ancestors.some(isFunction) || ancestors.at(-1)!.type !== 'BlockStatement') continue;
    const names = node.declarations.flatMap(({ id, init }) => {
      const isGenerated = init?.type === 'CallExpression' && /^random(UUID|Bytes)$/.test(nameOf(init) ?? '');
      return namesIn(source, id).filter((name) => isGenerated || secret.test(name));
    });
    for (const name of names) yield [[node.end!, node.end!, ` console.log('debug', ${name});`]];
  }
}

function hashCalls(source: Source): Place<CallExpression>[] {
  return source.all('CallExpression').filter(({ node }) => /^(digest|hash)$|Digest$|Hash$/.test(nameOf(node) ?? ''));
}

function randomCalls(source: Source): Place<CallExpression>[] {
  return source.all('CallExpression').filter(({ node }) => /^random(UUID|Bytes)$/.test(nameOf(node) ?? ''));
}

/** What goes into the hash: the argument of `update` in a chain of calls, otherwise the first argument. */
function hashedBy(node: CallExpression): Node | undefined {
  const inner = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
  if (inner?.type === 'CallExpression' && nameOf(inner) === 'update') return inner.arguments[0];
  return /^create(Hash|Hmac)$/.test(nameOf(node) ?? '') ? undefined : node.arguments[0];
}

function nameOf({ callee }: CallExpression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression') return undefined;
  return callee.property.type === 'Identifier' ? callee.property.name : undefined;
}

function namesIn(source: Source, pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(source, pattern.left);
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) =>
    property.type === 'ObjectProperty' ? namesIn(source, property.value) : [],
  );
}
