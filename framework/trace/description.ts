import type { Graph, Unit } from '../core/graph.ts';
import { nameOf } from '../core/graph.ts';
import { isModule } from '../core/module.ts';

/** An application as a picture would show it: plain data. */
export interface Description {
  /** Each after the ones it imports. */
  readonly modules: readonly DescribedModule[];
  /** What is built, in the order in which it starts; what it needs stands before it. */
  readonly parts: readonly DescribedPart[];
}

export interface DescribedModule {
  readonly name: string;
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

export interface DescribedPart {
  /** Counted from 1, in the order of the start. */
  readonly number: number;
  /** What it is asked for by. */
  readonly name: string;
  /** The class behind it, where that has another name. */
  readonly builtBy?: string;
  /** Undefined for what the framework brings along. */
  readonly module?: string;
  readonly kind: PartKind;
  /** Which of its fields holds which part, by number. */
  readonly needs: readonly { readonly field: string; readonly number: number }[];
}

export type PartKind = 'controller' | 'middleware' | 'service' | 'value';

/** `built` are the units that exist, in the order of their start, and what each of them is. */
export function describeGraph(graph: Graph, built: ReadonlyMap<Unit, PartKind>): Description {
  const numbers = new Map([...built.keys()].map((unit, index) => [unit, index + 1]));
  return {
    modules: graph.modules.map(({ name, imports, exports }) => ({
      name,
      imports: imports.map((imported) => imported.name),
      exports: exports.map((entry) => (isModule(entry) ? entry.name : nameOf(entry))),
    })),
    parts: [...built].map(([unit, kind]) => {
      const { provider, module, needs } = unit;
      const name = nameOf(provider.token);
      const builtBy = provider.build && nameOf(provider.build);
      return {
        number: numbers.get(unit)!,
        name,
        ...(builtBy !== undefined && builtBy !== name ? { builtBy } : {}),
        ...(module === undefined ? {} : { module: module.name }),
        kind,
        needs: needs.flatMap(({ dependency, unit: needed }) => {
          const number = numbers.get(needed);
          return number === undefined ? [] : [{ field: dependency.field, number }];
        }),
      };
    }),
  };
}
