import { type Container, isValue } from '../core/container.ts';
import type { Unit } from '../core/graph.ts';
import { isModule } from '../core/module.ts';
import { nameOf } from '../hints/modules.ts';

/** An application as plain data, the way a diagram would show it. */
export interface Description {
  /** Each after its imports. */
  readonly modules: readonly DescribedModule[];
  /** What was built, in startup order: each after its dependencies. */
  readonly parts: readonly DescribedPart[];
}

export interface DescribedModule {
  readonly name: string;
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

export interface DescribedPart {
  /** Counts from 1, in startup order. */
  readonly number: number;
  /** The name of its token. */
  readonly name: string;
  /** The class that was built for the token, if its name is different. */
  readonly builtBy?: string;
  /** Undefined for the framework's own services. */
  readonly module?: string;
  readonly kind: 'controller' | 'middleware' | 'service' | 'value';
  /** Which of its fields holds which part, by number. */
  readonly needs: readonly { readonly field: string; readonly number: number }[];
}

export function describe(container: Container): Description {
  const built = [...container.built()];
  const numbers = new Map(built.map(({ unit }, index) => [unit, index + 1]));
  return {
    modules: container.graph.modules.map(({ name, imports, exports }) => ({
      name,
      imports: imports.map((imported) => imported.name),
      exports: exports.map((entry) => (isModule(entry) ? entry.name : nameOf(entry))),
    })),
    parts: built.map(({ unit, instance }) => describePart(unit, instance, numbers)),
  };
}

function describePart(unit: Unit, instance: object, numbers: ReadonlyMap<Unit, number>): DescribedPart {
  const { provider, module, needs } = unit;
  const name = nameOf(provider.token);
  const builtBy = provider.build && nameOf(provider.build);
  return {
    number: numbers.get(unit)!,
    name,
    ...(builtBy !== undefined && builtBy !== name ? { builtBy } : {}),
    ...(module === undefined ? {} : { module: module.name }),
    kind: kindOf(unit, instance),
    needs: needs.flatMap(({ dependency, unit: needed }) => {
      const number = numbers.get(needed);
      return number === undefined ? [] : [{ field: dependency.field, number }];
    }),
  };
}

function kindOf({ provider }: Unit, instance: object): DescribedPart['kind'] {
  if (isValue(provider)) return 'value';
  const { routes, handle } = instance as { routes?: unknown; handle?: unknown };
  return typeof routes === 'function' ? 'controller' : typeof handle === 'function' ? 'middleware' : 'service';
}
