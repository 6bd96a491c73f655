import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from '../index.ts';
import { type ExistingProject, findProject, pathIn } from './existing-project.ts';
import { findFeatureModules, readIfThere } from './feature-modules.ts';
import {
  foldersIn,
  importsModulesFile,
  linesByHand,
  moduleClass,
  modulePath,
  modulesFile,
  modulesFileName,
} from './modules-file.ts';
import { moduleNameProblem, moduleNames } from './names.ts';
import { createFolder, refuseExisting, removeFolder, replaceFile } from './new-folder.ts';
import { fromTemplates } from './template.ts';
import { WorkingFolder } from './working-folder.ts';

export const moduleTypes = ['plain', 'resource'] as const;
export type ModuleType = (typeof moduleTypes)[number];

export interface ModulePlan {
  readonly name: string;
  readonly type: ModuleType;
  /** The file of the application's module; undefined for `src/app.module.ts`. */
  readonly app: string | undefined;
}

export interface CreatedModule {
  readonly created: string[];
  readonly changed: string[];
  /** What else the user should know, one sentence each. */
  readonly notes: string[];
  /** Whether the application's module imports the generated list. */
  readonly isConnected: boolean;
  readonly project: ExistingProject;
}

/** Adds modules to a project. */
export class ModuleGenerator {
  @inject(WorkingFolder) private readonly folder!: string;

  /** Writes the module and `modules.ts`. A dry run makes the same checks and writes nothing. */
  async create(plan: ModulePlan, isDryRun: boolean): Promise<CreatedModule> {
    const problem = moduleNameProblem(plan.name);
    if (problem !== undefined) throw new Error(problem);
    const project = await findProject(this.folder, plan.app);
    const target = join(dirname(project.moduleFile), plan.name);
    await refuseExisting(target);
    const application = await readFile(project.moduleFile, 'utf8');
    refuseTakenName(plan.name, application, pathIn(project, project.moduleFile));
    const folders = ['any', project.template].map((platform) => `module/${platform}/${plan.type}`);
    const files = await fromTemplates(folders, { ...moduleNames(plan.name) });
    const list = await nextModulesFile(project, plan.name);
    if (!isDryRun) {
      await createFolder(target, files);
      await replaceFile(list.file, list.text).catch((error) => undo(target, error));
    }
    const created = [...files.keys()].sort().map((path) => pathIn(project, join(target, path)));
    const listPath = pathIn(project, list.file);
    return {
      created: list.isNew ? [...created, listPath] : created,
      changed: list.isNew ? [] : [listPath],
      notes: list.notes,
      isConnected: importsModulesFile(application),
      project,
    };
  }
}

interface NextModulesFile {
  readonly file: string;
  readonly text: string;
  readonly isNew: boolean;
  readonly notes: string[];
}

/** `modules.ts` as it will be, with one more module in it. Throws if a person has edited the present one. */
async function nextModulesFile(project: ExistingProject, added: string): Promise<NextModulesFile> {
  const sources = dirname(project.moduleFile);
  const file = join(sources, modulesFileName);
  const path = pathIn(project, file);
  const pathOf = (folder: string) => pathIn(project, join(sources, modulePath(folder)));
  const before = await readIfThere(file);
  refuseEdited(before ?? '', path);
  const { folders, others } = await findFeatureModules(sources);
  const after = [...folders, added];
  refuseEqualClasses(after, pathOf);
  const listed = before === undefined ? folders : foldersIn(before);
  return {
    file,
    text: modulesFile(after),
    isNew: before === undefined,
    notes: [
      ...listed
        .filter((folder) => !after.includes(folder))
        .map((folder) => {
          const reason = others.includes(folder) ? 'does not export it' : 'no longer exists';
          return `${path} no longer lists ${moduleClass(folder)}: ${pathOf(folder)} ${reason}.`;
        }),
      ...folders
        .filter((folder) => !listed.includes(folder))
        .map((folder) => `${path} now also lists ${moduleClass(folder)} from ${pathOf(folder)}.`),
      ...others
        .filter((folder) => !listed.includes(folder))
        .map((folder) => `${path} does not list ${pathOf(folder)}: it does not export ${moduleClass(folder)}.`),
    ],
  };
}

/** `app` would become a second AppModule. */
function refuseTakenName(name: string, application: string, path: string): void {
  if (!new RegExp(`\\b${moduleClass(name)}\\b`).test(application)) return;
  throw new Error(`${path} already uses the name ${moduleClass(name)}. Choose another name for the module.`);
}

function refuseEdited(text: string, path: string): void {
  const lines = linesByHand(text);
  if (lines.length === 0) return;
  throw new Error(
    `${path} contains lines that "g module" did not write, and it would overwrite them. Nothing was written.\n` +
      'Move them to another file, for example the one that defines AppModule, and run the command again:\n' +
      lines.map(({ number, line }) => `  line ${number}: ${line}`).join('\n'),
  );
}

/** `posts1` and `posts-1` are two folders, but both would export Posts1Module. */
function refuseEqualClasses(folders: readonly string[], pathOf: (folder: string) => string): void {
  const owners = new Map<string, string>();
  for (const folder of folders) {
    const name = moduleClass(folder);
    const owner = owners.get(name);
    if (owner !== undefined) {
      throw new Error(`${pathOf(owner)} and ${pathOf(folder)} would both export ${name}. Choose another name.`);
    }
    owners.set(name, folder);
  }
}

async function undo(folder: string, error: unknown): Promise<never> {
  await removeFolder(folder);
  throw error;
}
