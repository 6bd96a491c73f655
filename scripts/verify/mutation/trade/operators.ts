import type { Node } from '@babel/types';
import { type Edit, isFunction, Source } from '../../../workshop/syntax/source.ts';
import { distinct, generalEdits, type Mutant } from '../mutants.ts';
import * as queries from './queries.ts';
import * as requests from './requests.ts';
import * as secrets from './secrets.ts';
import * as waiting from './waiting.ts';

/** A kind of mistake. Every element that it yields is one mistake, whose first edit is the place to show. */
type Operator = (source: Source) => Iterable<Edit[]>;

const operators: Operator[] = [waiting, queries, secrets, requests].flatMap((kind) => Object.values(kind));

/** The mistakes of any program, and those of people who write servers. */
export function tradeMutantsOf(file: string, text: string): Mutant[] {
  const source = new Source(text);
  const general = [...generalEdits(text)].filter(
    ([edit]) => !isReturnOfTheContext(source, edit!) && !isDefaultObject(source, edit!),
  );
  return distinct(file, text, [...general, ...operators.flatMap((operator) => [...operator(source)])]);
}

/** At the end of a function, `ctx.json(…)` is the response whether it is returned or not. */
function isReturnOfTheContext(source: Source, [start, end]: Edit): boolean {
  return source.all('ReturnStatement').some(({ node, ancestors }) => {
    const isHere = node.start === start && node.end === end;
    return isHere && isLast(node, ancestors.toReversed()) && source.textOf(node).startsWith('return ctx.');
  });
}

/** Whether nothing of the function runs after it, in the body or in its last `try`. The nearest ancestor comes first. */
function isLast(node: Node, [block, owner, ...outer]: readonly Node[]): boolean {
  if (block?.type !== 'BlockStatement' || block.body.at(-1) !== node || owner === undefined) return false;
  if (owner.type === 'CatchClause') return isLastTry(outer);
  return owner.type === 'TryStatement' ? isLastTry([owner, ...outer]) : isFunction(owner);
}

function isLastTry([attempt, ...outer]: readonly Node[]): boolean {
  return attempt?.type === 'TryStatement' && attempt.finalizer == null && isLast(attempt, outer);
}

/** `a ?? []` → `a || []`: whatever has an object as its default is an object, and those are never falsy. */
function isDefaultObject(source: Source, [start, , replacement]: Edit): boolean {
  return source.all('LogicalExpression').some(({ node }) => {
    const isHere = node.left.end! <= start && start < node.right.start!;
    const isObject = ['ArrayExpression', 'ObjectExpression', 'NewExpression'].includes(node.right.type);
    return isHere && isObject && node.operator === '??' && replacement === ' || ';
  });
}
