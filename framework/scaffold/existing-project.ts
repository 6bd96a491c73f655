import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Template, templateOf } from './manifest.ts';
import { exists, isMissing } from './new-folder.ts';

export interface ExistingProject {
  readonly folder: string;
  /** The file that exports the application's root module. */
  readonly moduleFile: string;
  readonly template: Template;
}

/** Finds a folder's project: itself or the nearest parent with a `package.json`. `file` is relative to the folder. */
export async function findProject(from: string, file?: string): Promise<ExistingProject> {
  const folder = await folderWithManifest(await realpath(from));
  if (folder === undefined)
    throw new Error(`No package.json in ${from} or its parent folders. Run this command inside a project.`);
  const moduleFile = await insideFile(
    folder,
    file === undefined ? join(folder, 'src', 'app.module.ts') : resolve(from, file),
  );
  return { folder, moduleFile, template: await readTemplate(join(folder, 'package.json')) };
}

/** The path of a file as messages show it: relative to the project, with `/`. */
export function pathIn(project: Pick<ExistingProject, 'folder'>, file: string): string {
  return relative(project.folder, file).split(sep).join('/');
}

async function folderWithManifest(folder: string): Promise<string | undefined> {
  if (await exists(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : folderWithManifest(parent);
}

/** Resolves symbolic links first: a link must not lead a command to a file outside the project. */
async function insideFile(folder: string, file: string): Promise<string> {
  let found: string;
  try {
    found = await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`${file} does not exist. Name the file that exports AppModule with --app=<file>.`);
  }
  const path = relative(folder, found);
  if (path.split(sep)[0] !== '..' && !isAbsolute(path)) return found;
  throw new Error(`${file} is outside the project ${folder}. Name a file inside it with --app=<file>.`);
}

async function readTemplate(file: string): Promise<Template> {
  try {
    return templateOf(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
