import { readFileSync } from 'node:fs';
import type { Item } from './board.ts';

/** A heap snapshot, as V8 writes it: numbers in flat arrays, and what each column means. */
export interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

export function readSnapshot(file: string): Snapshot {
  return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
}

const mostItems = 8;
/** Node reads the source maps of a program once, when it shows the first stack: megabytes that say nothing about the program. */
const sourceMaps = /source_?map/i;
/** Names of things that say nothing about a program. */
const anonymous = /^(Object|Array|Map|Set|WeakMap|\(.*\)|system \/.*|)$/;

/**
 * By how much a process has added to its heap between two snapshots, by what holds it: the shortest way from a root to an object is
 * why it can't be collected. V8 gives each object a number, which it keeps. What a holder has let go is subtracted: a cache that
 * replaces its entries has new ones in every snapshot, and doesn't grow.
 */
export function heapItems(earlier: Snapshot, later: Snapshot): Item[] {
  const added = groupsOf(later, idsOf(earlier));
  const gone = groupsOf(earlier, idsOf(later));
  return [...added]
    .map(([holder, { objects, bytes, kinds }]) => {
      const { objects: less = 0, bytes: fewer = 0 } = gone.get(holder) ?? {};
      return { text: `${holder} holds ${mainly(kinds)}`, values: { objects: objects - less, bytes: bytes - fewer } };
    })
    .filter(({ text, values }) => values.bytes > 0 && !sourceMaps.test(text))
    .sort((a, b) => b.values.bytes - a.values.bytes)
    .slice(0, mostItems)
    .map((item, index) => ({ id: `H${index + 1}`, kind: 'heap', ...item }));
}

interface Group {
  objects: number;
  bytes: number;
  /** The bytes of each kind of object. */
  readonly kinds: Map<string, number>;
}

/** The objects of a snapshot that another one doesn't have, by the innermost object that both have. */
function groupsOf(snapshot: Snapshot, known: ReadonlySet<number>): Map<string, Group> {
  const heap = new Heap(snapshot);
  const groups = new Map<string, Group>();
  for (const node of heap.reached) {
    const bytes = heap.sizeOf(node);
    if (known.has(heap.idOf(node)) || heap.isCode(node)) continue;
    const holder = heap.holderOf(node, known);
    const group = groups.get(holder) ?? { objects: 0, bytes: 0, kinds: new Map() };
    groups.set(holder, group);
    group.objects++;
    group.bytes += bytes;
    const kind = heap.labelOf(node);
    group.kinds.set(kind, (group.kinds.get(kind) ?? 0) + bytes);
  }
  return groups;
}

function idsOf({ snapshot: { meta }, nodes }: Snapshot): Set<number> {
  const ids = new Set<number>();
  for (let at = meta.node_fields.indexOf('id'); at < nodes.length; at += meta.node_fields.length) ids.add(nodes[at]!);
  return ids;
}

/** The kinds that take most of the memory. The table of a Map, which doubles once in a while, says nothing if there is anything else. */
function mainly(kinds: ReadonlyMap<string, number>): string {
  const named = [...kinds].filter(([kind]) => kind !== '(array)');
  const sorted = (named.length > 0 ? named : [...kinds]).sort(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 2)
    .map(([kind]) => kind)
    .join(' and ');
}

/** The graph of a snapshot, and the shortest way from its root to each node. Nodes are positions in the array. */
class Heap {
  readonly reached: number[] = [];
  readonly #nodes: readonly number[];
  readonly #edges: readonly number[];
  readonly #strings: readonly string[];
  readonly #nodeSize: number;
  readonly #edgeSize: number;
  readonly #nodeTypes: readonly string[];
  readonly #edgeTypes: readonly string[];
  readonly #at: Readonly<Record<'type' | 'name' | 'id' | 'self_size' | 'edge_count', number>>;
  /** By node: the node that leads to it, and the edge. */
  readonly #parent: Int32Array;
  readonly #through: Int32Array;

  constructor({ snapshot: { meta }, nodes, edges, strings }: Snapshot) {
    this.#nodes = nodes;
    this.#edges = edges;
    this.#strings = strings;
    this.#nodeSize = meta.node_fields.length;
    this.#edgeSize = meta.edge_fields.length;
    this.#nodeTypes = meta.node_types[0];
    this.#edgeTypes = meta.edge_types[0];
    const column = (name: string) => meta.node_fields.indexOf(name);
    this.#at = {
      type: column('type'),
      name: column('name'),
      id: column('id'),
      self_size: column('self_size'),
      edge_count: column('edge_count'),
    };
    const count = nodes.length / this.#nodeSize;
    this.#parent = new Int32Array(count).fill(-1);
    this.#through = new Int32Array(count).fill(-1);
    this.#walk(count);
  }

  idOf(node: number): number {
    return this.#value(node, 'id');
  }

  sizeOf(node: number): number {
    return this.#value(node, 'self_size');
  }

  /** What the engine has compiled, or knows about functions: it grows while a program becomes faster. */
  isCode(node: number): boolean {
    return ['code', 'hidden', 'object shape', 'synthetic'].includes(this.#typeOf(node));
  }

  /** The name of its class, or the kind of value. */
  labelOf(node: number): string {
    const type = this.#typeOf(node);
    if (type === 'object' || type === 'native') return this.#nameOf(node);
    if (type === 'string' || type === 'concatenated string' || type === 'sliced string') return '(string)';
    return `(${type})`;
  }

  /**
   * `Radio.#listeners (Set)`: the innermost object that was known before, and the way to it from the named object that it belongs
   * to. A variable of a module or function is shown by its name.
   */
  holderOf(node: number, known: ReadonlySet<number>): string {
    let held = node;
    while (this.#parent[held]! >= 0 && !known.has(this.idOf(this.#parent[held]!))) held = this.#parent[held]!;
    // The table in a Map is replaced when it grows, and the Map is still the same.
    let holder = Math.max(0, this.#parent[held]!);
    const way = this.#propertyOf(held);
    const kind = () => (anonymous.test(this.labelOf(holder)) ? this.#collection(holder) : '');
    let what = kind();
    for (let steps = 0; steps < 12; steps++) {
      const parent = this.#parent[holder]!;
      if (!anonymous.test(this.labelOf(holder)) && this.#typeOf(holder) === 'object') {
        const path = way.length > 0 ? way : [this.#edgeName(this.#through[held]!)];
        return `${[this.labelOf(holder), ...path].join('.')}${what}`;
      }
      if (parent < 0 || this.#typeOf(parent) === 'synthetic') break;
      const edge = this.#edgeName(this.#through[holder]!);
      if (this.#edgeType(this.#through[holder]!) === 'context') {
        // A TypeScript loader keeps a private field of a class with decorators in a WeakMap, in a variable beside the class.
        const isField = this.labelOf(holder) === 'WeakMap' && edge.startsWith('_');
        return `${isField ? `the field #${edge.slice(1)}` : `the variable ${edge}`}${what || kind()}`;
      }
      if (what === '') what = kind();
      way.unshift(...this.#propertyOf(holder));
      holder = parent;
    }
    return `${this.labelOf(holder)}${what}`;
  }

  /** The property through which a node is reached. None if it is an entry of a collection, or something of the engine. */
  #propertyOf(node: number): string[] {
    const edge = this.#through[node]!;
    return this.#edgeType(edge) === 'property' ? [this.#edgeName(edge)] : [];
  }

  #collection(node: number): string {
    const label = this.labelOf(node);
    return /^(Map|Set|Array|Object)$/.test(label) ? ` (${label})` : '';
  }

  /** Breadth first, so that the way to each node is the shortest. Weak references hold nothing. */
  #walk(count: number): void {
    const first = new Int32Array(count + 1);
    for (let node = 0; node < count; node++) first[node + 1] = first[node]! + this.#value(node, 'edge_count');
    const isSeen = new Uint8Array(count);
    isSeen[0] = 1;
    this.reached.push(0);
    for (let index = 0; index < this.reached.length; index++) {
      const node = this.reached[index]!;
      for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
        const to = this.#edges[edge * this.#edgeSize + 2]! / this.#nodeSize;
        if (isSeen[to] === 1 || this.#edgeType(edge) === 'weak') continue;
        isSeen[to] = 1;
        this.#parent[to] = node;
        this.#through[to] = edge;
        this.reached.push(to);
      }
    }
  }

  #value(node: number, column: 'type' | 'name' | 'id' | 'self_size' | 'edge_count'): number {
    return this.#nodes[node * this.#nodeSize + this.#at[column]]!;
  }

  #typeOf(node: number): string {
    return this.#nodeTypes[this.#value(node, 'type')]!;
  }

  #nameOf(node: number): string {
    return this.#strings[this.#value(node, 'name')]!;
  }

  #edgeType(edge: number): string {
    return edge < 0 ? '' : this.#edgeTypes[this.#edges[edge * this.#edgeSize]!]!;
  }

  #edgeName(edge: number): string {
    if (edge < 0) return '';
    const name = this.#edges[edge * this.#edgeSize + 1]!;
    return ['element', 'hidden'].includes(this.#edgeType(edge)) ? `[${name}]` : this.#strings[name]!;
  }
}
