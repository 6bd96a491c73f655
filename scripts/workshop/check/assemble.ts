import type { Dependency } from '../../../framework/core/inject.ts';

/**
 * Builds one class as the container does, with stand-ins for some of what it injects. They are found by the name of the class that
 * is injected, because the names of the fields are the learner's. Other fields stay empty.
 */
// biome-ignore lint/suspicious/noExplicitAny: a class of the learner's, which has whatever members it has.
export function assemble<T = any>(wanted: new () => T, standIns: Readonly<Record<string, unknown>>): T {
  const instance = new wanted();
  for (const { token, fill } of dependenciesOf(wanted)) {
    const { name } = token();
    if (Object.hasOwn(standIns, name)) fill(instance as object, standIns[name]);
  }
  return instance;
}

/** What `@inject` has recorded. A program has a bundle of the framework, whose symbol is another one than that of the source. */
function dependenciesOf(wanted: object): Dependency[] {
  const recorded = (wanted as { [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata];
  for (let metadata = recorded; metadata; metadata = Object.getPrototypeOf(metadata)) {
    const key = Object.getOwnPropertySymbols(metadata).find(({ description }) => description === 'dependencies');
    if (key !== undefined) return metadata[key] as Dependency[];
  }
  return [];
}
