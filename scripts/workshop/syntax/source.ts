import { parse } from '@babel/parser';
import type { Node } from '@babel/types';

/** A replacement for a part of a source. */
export type Edit = readonly [start: number, end: number, replacement: string];

/** A node, and the nodes that contain it, the nearest last. */
export interface Place<N extends Node = Node> {
  readonly node: N;
  readonly ancestors: readonly Node[];
}

/** A TypeScript file with its syntax tree. TypeScript 7 has no JavaScript API, so the tree is Babel's. */
export class Source {
  readonly text: string;
  /** Every node, in the order of the source. */
  readonly places: readonly Place[];

  /** Throws if it isn't valid TypeScript. */
  constructor(text: string) {
    this.text = text;
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'decorators'] });
    this.places = [...walk(program, [])];
  }

  /** All nodes of a type. */
  all<T extends Node['type']>(type: T): Place<Extract<Node, { type: T }>>[] {
    return this.places.filter((place): place is Place<Extract<Node, { type: T }>> => place.node.type === type);
  }

  /** The nodes inside of a node. */
  inside(node: Node): readonly Place[] {
    return this.places.filter(({ ancestors }) => ancestors.includes(node));
  }

  textOf(node: Node): string {
    return this.text.slice(node.start!, node.end!);
  }

  /** The line of a position, from 1. */
  lineOf(position: number): number {
    return this.text.slice(0, position).split('\n').length;
  }
}

export function replace(node: Node, replacement: string): Edit {
  return [node.start!, node.end!, replacement];
}

/** Removes an item of a list together with one of the commas next to it. */
export function removeItem(text: string, items: readonly Node[], item: Node): Edit {
  const at = items.indexOf(item);
  const [before, next] = [items[at - 1], items[at + 1]];
  if (next !== undefined) return [item.start!, next.start!, ''];
  if (before !== undefined) return [before.end!, item.end!, ''];
  const [comma = ''] = /^\s*,/.exec(text.slice(item.end!)) ?? [];
  return [item.start!, item.end! + comma.length, ''];
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const [start, end, replacement] of edits.toSorted(([a], [b]) => b - a))
    result = result.slice(0, start) + replacement + result.slice(end);
  return result;
}

/** The function around a place, and undefined at the top level. */
export function functionAround({ ancestors }: Place): Node | undefined {
  return ancestors.findLast(isFunction);
}

export function isFunction({ type }: Node): boolean {
  return /^(Function|ArrowFunction|ObjectMethod|Class(Private)?Method)/.test(type);
}

function* walk(node: Node, ancestors: readonly Node[]): Iterable<Place> {
  yield { node, ancestors };
  const around = [...ancestors, node];
  for (const child of childrenOf(node)) yield* walk(child, around);
}

function childrenOf(node: Node): Node[] {
  // A shorthand property has the same node as its key and its value.
  const own = node.type === 'ObjectProperty' && node.shorthand ? { ...node, key: undefined } : node;
  const children = Object.entries(own)
    .filter(([key]) => !/Comments$|^(extra|loc|errors|tokens)$/.test(key))
    .flatMap(([, value]) => value as unknown)
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
  return children.sort((a, b) => a.start! - b.start!);
}
