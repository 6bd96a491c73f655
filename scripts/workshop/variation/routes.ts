import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allChapters, type Chapter } from '../chapters.ts';
import { collectChecks } from '../check/collector.ts';

/** The paths that the variations loaded so far may add. */
export const notedRoutes: string[] = [];

let isLoaded: Promise<void> | undefined;

export function variationFile({ folder }: Chapter): string {
  return join(folder, 'variation.test.ts');
}

/**
 * Whether a variation asks for routes with such a path. It may be one of an earlier chapter, because learners carry their own code
 * on. The name of a parameter is the learner's choice.
 */
export async function isOfVariation(path: string): Promise<boolean> {
  isLoaded ??= loadAll();
  await isLoaded;
  return notedRoutes.some((known) => shapeOf(known) === shapeOf(path));
}

async function loadAll(): Promise<void> {
  for (const file of allChapters().map(variationFile)) if (existsSync(file)) await collectChecks(pathToFileURL(file));
}

/** A wildcard that stands for the rest of a path is one way to write a parameter at its end. */
function shapeOf(path: string): string {
  return path.replace(/:\w+/g, ':').replace(/\*$/, ':');
}
