import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleClass, modulePath } from './modules-file.ts';
import { moduleNameProblem } from './names.ts';
import { isMissing } from './new-folder.ts';

export interface FeatureModules {
  /** The folders that contain a module under the expected name. */
  readonly folders: string[];
  /** The folders whose module file exports something else, so that no import can be generated for it. */
  readonly others: string[];
}

/** Finds every `<name>/<name>.module.ts` in a folder. */
export async function findFeatureModules(sources: string): Promise<FeatureModules> {
  const entries = await readdir(sources, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const folders: string[] = [];
  const others: string[] = [];
  for (const folder of names.filter((name) => moduleNameProblem(name) === undefined).sort()) {
    const source = await readIfThere(join(sources, modulePath(folder)));
    if (source === undefined) continue;
    const isExported = new RegExp(`^export\\b.*\\b${moduleClass(folder)}\\b`, 'm').test(source);
    (isExported ? folders : others).push(folder);
  }
  return { folders, others };
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
