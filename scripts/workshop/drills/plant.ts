import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allChapters, root } from '../chapters.ts';
import type { Mistake } from '../check/mistake.ts';
import type { Staged } from '../incidents/incident.ts';
import { withEdits } from '../known-mistakes.ts';
import { type Files, solutionOf } from '../starters.ts';
import { Dice } from './dice.ts';
import type { Fault, FaultFile } from './fault.ts';

const folder = join(root, 'solutions', 'drills');

/** A planted fault: what somebody plays. */
export interface Drill extends Staged, Pick<Fault, 'kind' | 'check'> {
  /** What the learner gets. */
  readonly planted: Files;
  /** What the checks compare with. */
  readonly healthy: Files;
  /** The files that the fault is in. */
  readonly places: ReadonlySet<string>;
}

/** How many harmless differences from the finished blog hide the one that matters. */
const mostDecoys = 6;

/** The names of all faults. */
export function faultNames(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && name !== 'decoys.ts')
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();
}

/** The same for the same seed. Each call makes services and users of its own. */
export async function plant(name: string, seed: number): Promise<Drill> {
  const file = await load<FaultFile>(name);
  const dice = new Dice(seed);
  const chapter = dice.pick(file.blogs);
  const { edits, repair, ...fault } = file.make(dice);
  const finished = solutionOf(allChapters().find(({ slug }) => slug === chapter)!);
  const places = new Set(edits.map((edit) => edit.file));
  const decoys = await load<Mistake['edits']>('decoys');
  const harmless = decoys.filter((edit) => !places.has(edit.file) && finished.has(edit.file));
  const planted = withEdits(withEdits(finished, edits), dice.some(harmless, mostDecoys));
  const healthy = repair === undefined ? finished : withEdits(planted, repair);
  return { ...fault, name: `${name}-${seed}`, chapter, planted, healthy, places };
}

/** What the faults of these drills are called. A fault that doesn't exist any more keeps its name. */
export async function kindsOf(drills: readonly { fault: string; seed: number }[]): Promise<Map<string, string>> {
  const names = faultNames();
  const known = drills.filter(({ fault }) => names.includes(fault));
  const kinds = known.map(async ({ fault, seed }) => [fault, (await plant(fault, seed)).kind] as const);
  return new Map(await Promise.all(kinds));
}

async function load<T>(name: string): Promise<T> {
  const file = join(folder, `${name}.ts`);
  if (!existsSync(file)) throw new Error(`There is no fault "${name}".`);
  return ((await import(pathToFileURL(file).href)) as { default: T }).default;
}
