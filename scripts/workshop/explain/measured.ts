import type { Chapter } from '../chapters.ts';
import { checksOf } from '../check/collector.ts';
import type { Exchange } from '../check/exchange.ts';
import type { Inspection } from '../check/inspect.ts';
import { recordRun } from '../check/recorded-run.ts';
import { withFolder } from '../scratch-folder.ts';
import { counted, listOf, type Statement } from './statements.ts';
import type { Versions } from './versions.ts';

/**
 * What is only known after both programs have run: the checks of the step send their requests to both, and the traces are compared.
 * Undefined if one of them doesn't pass, or can't run here.
 */
export async function measuredStatements(
  chapter: Chapter,
  step: number,
  versions: Versions,
): Promise<Statement[] | undefined> {
  if (!versions.yours.has('main.ts') || !versions.ours.has('main.ts')) return undefined;
  const measure = async (files: Versions['yours']) => {
    // Loaded for each of them: they run at the same time.
    const checks = await checksOf(chapter);
    const own = checks.filter((check) => check.step === step && !check.isRule && !check.examine);
    return withFolder(files, (src) => recordRun(own, src)).catch(() => undefined);
  };
  const [mine, other] = await Promise.all([measure(versions.yours), measure(versions.ours)]);
  if (mine === undefined || other === undefined) return undefined;
  return [...statementCounts(mine.exchanges, other.exchanges), ...structure(mine.inspection, other.inspection)];
}

/** How many statements each route sends to the database, for the same requests. */
function statementCounts(mine: readonly Exchange[], other: readonly Exchange[]): Statement[] {
  const routes = new Map<string, { mine: Set<number>; other: Set<number> }>();
  for (const own of mine) {
    const sender = own.sender.join();
    const at = mine.filter((each) => each.sender.join() === sender).indexOf(own);
    const theirs = other.filter((each) => each.sender.join() === sender)[at];
    if (own.trace === undefined || theirs?.trace === undefined || own.status !== theirs.status || own.status >= 400)
      continue;
    if (own.request.method !== theirs.request.method || own.trace.resolution === undefined) continue;
    const name = `${own.request.method} ${own.trace.resolution.path}`;
    const counts = routes.get(name) ?? { mine: new Set(), other: new Set() };
    counts.mine.add(queriesOf(own));
    counts.other.add(queriesOf(theirs));
    routes.set(name, counts);
  }
  return [...routes].flatMap(([name, counts]): Statement[] => {
    const [yours, ours] = [numbers(counts.mine), numbers(counts.other)];
    if (yours === ours) return [];
    const text = `\`${name}\` sends ${yours} to the database in your version, and ${ours} in ours.`;
    return [{ kind: 'different', text }];
  });
}

function queriesOf({ trace }: Exchange): number {
  return trace!.steps.filter(({ kind }) => kind === 'query').length;
}

function numbers(counts: ReadonlySet<number>): string {
  const all = [...counts].sort((a, b) => a - b);
  if (all.length === 1) return all[0] === 0 ? 'no statement' : counted(all[0]!, 'statement');
  return `${all[0]} to ${all.at(-1)} statements`;
}

/** Routes, modules and classes, as the programs describe themselves. */
function structure(mine: Inspection, other: Inspection): Statement[] {
  const routes = ({ routes }: Inspection) => routes.map(({ method = '', path }) => `${method} ${path}`.trim());
  const shape = (route: string) => route.replace(/:\w+/g, ':');
  const without = (some: string[], others: string[], by = (name: string) => name) =>
    some.filter((each) => !others.some((one) => by(one) === by(each)));
  const modules = ({ modules }: Inspection) => modules.map(({ name }) => name);
  const only = (names: string[], what: string, whose: string) =>
    names.length === 0
      ? []
      : [`Only ${whose} has the ${what}${names.length === 1 ? '' : 's'} ${listOf(names.map(code))}.`];
  const texts = [
    ...only(without(routes(mine), routes(other), shape), 'route', 'your version'),
    ...only(without(routes(other), routes(mine), shape), 'route', 'our version'),
    ...only(without(modules(mine), modules(other)), 'module', 'your version'),
    ...only(without(modules(other), modules(mine)), 'module', 'our version'),
    ...injected(mine, other),
  ];
  return texts.map((text) => ({ kind: 'different', text }));
}

/** A class of the same name that is given something else. */
function injected(mine: Inspection, other: Inspection): string[] {
  const needs = ({ parts }: Inspection, name: string) => {
    const part = parts.find((each) => each.module !== undefined && each.name === name);
    return part && [...new Set(part.needs.map(({ number }) => parts[number - 1]!.name))];
  };
  return mine.parts.flatMap(({ name }) => {
    const [own, theirs] = [needs(mine, name), needs(other, name)];
    if (own === undefined || theirs === undefined) return [];
    const [more, less] = [own.filter((each) => !theirs.includes(each)), theirs.filter((each) => !own.includes(each))];
    if (more.length + less.length === 0) return [];
    if (less.length === 0) return [`Your ${code(name)} gets ${listOf(more.map(code))}, which ours doesn’t need.`];
    if (more.length === 0) return [`Our ${code(name)} gets ${listOf(less.map(code))}, which yours doesn’t need.`];
    return [`Your ${code(name)} gets ${listOf(more.map(code))}. Ours gets ${listOf(less.map(code))}.`];
  });
}

function code(name: string): string {
  return `\`${name}\``;
}
