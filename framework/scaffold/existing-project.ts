import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Template, templateOf } from './manifest.ts';
import { exists, isMissing } from './new-folder.ts';

export interface ExistingProject {
  readonly folder: string;
  /** The file in which the application's module stands. */
  readonly moduleFile: string;
  readonly template: Template;
}

/** The project around a folder: the nearest one upwards with a `package.json`. A file is named as seen from the folder. */
export async function findProject(from: string, file?: string): Promise<ExistingProject> {
  const folder = await folderWithManifest(await realpath(from));
  if (folder === undefined)
    throw new Error(`There is no package.json in ${from} or above it. Run this inside a project.`);
  const moduleFile = await insideFile(
    folder,
    file === undefined ? join(folder, 'src', 'app.module.ts') : resolve(from, file),
  );
  return { folder, moduleFile, template: await readTemplate(join(folder, 'package.json')) };
}

/** How people write the path of a file: from the project's folder, with `/`. */
export function pathIn(project: Pick<ExistingProject, 'folder'>, file: string): string {
  return relative(project.folder, file).split(sep).join('/');
}

async function folderWithManifest(folder: string): Promise<string | undefined> {
  if (await exists(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : folderWithManifest(parent);
}

/** Links are followed before looking where the file is: what leads out of the project is not ours to change. */
async function insideFile(folder: string, file: string): Promise<string> {
  let found: string;
  try {
    found = await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`There is no ${file}. Name the file of the application's module with --app=<file>.`);
  }
  const path = relative(folder, found);
  if (path.split(sep)[0] !== '..' && !isAbsolute(path)) return found;
  throw new Error(`${file} is outside of the project ${folder}. Name one of its files with --app=<file>.`);
}

async function readTemplate(file: string): Promise<Template> {
  try {
    return templateOf(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
