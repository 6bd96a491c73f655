import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from '../index.ts';
import { type ExistingProject, findProject, pathIn } from './existing-project.ts';
import { knows, NoPlace, type Registration, register } from './module-file.ts';
import { moduleNames, refuseModuleName } from './names.ts';
import { createFolder, refuseExisting, removeFolder, replaceFile } from './new-folder.ts';
import { fromTemplates } from './template.ts';
import { WorkingFolder } from './working-folder.ts';

export const moduleTypes = ['plain', 'resource'] as const;
export type ModuleType = (typeof moduleTypes)[number];

export interface ModulePlan {
  readonly name: string;
  readonly type: ModuleType;
  /** The file of the application's module; undefined for the usual one. */
  readonly app: string | undefined;
  /** Whether to add the module to the application's. */
  readonly isRegistered: boolean;
}

export interface MadeModule {
  readonly created: string[];
  readonly changed: string[];
  readonly registration: Registration;
  readonly project: ExistingProject;
}

/** Adds modules to a project. */
export class ModuleGenerator {
  @inject(WorkingFolder) private readonly folder!: string;

  /** Writes the module, or only checks that it could be written. */
  async create(plan: ModulePlan, isDryRun: boolean): Promise<MadeModule> {
    const problem = refuseModuleName(plan.name);
    if (problem !== undefined) throw new Error(problem);
    const project = await findProject(this.folder, plan.app);
    const target = join(dirname(project.moduleFile), plan.name);
    await refuseExisting(target);
    const names = moduleNames(plan.name);
    const registration = { name: `${names.Names}Module`, from: `./${plan.name}/${plan.name}.module.ts` };
    const folders = ['any', project.template].map((platform) => `module/${platform}/${plan.type}`);
    const files = await fromTemplates(folders, { ...names });
    const source = plan.isRegistered ? await this.#registered(project, registration) : undefined;
    if (!isDryRun) {
      await createFolder(target, files);
      if (source !== undefined) await replaceFile(project.moduleFile, source).catch((error) => undo(target, error));
    }
    return {
      created: [...files.keys()].sort().map((path) => pathIn(project, join(target, path))),
      changed: source === undefined ? [] : [pathIn(project, project.moduleFile)],
      registration,
      project,
    };
  }

  async #registered(project: ExistingProject, registration: Registration): Promise<string> {
    const { name } = registration;
    const file = pathIn(project, project.moduleFile);
    const source = await readFile(project.moduleFile, 'utf8');
    if (knows(name, source)) throw new Error(`${file} has something called ${name} already. Choose another name.`);
    try {
      return register(registration, source);
    } catch (error) {
      if (!(error instanceof NoPlace)) throw error;
      throw new Error(
        `${name} cannot be added to ${file}: ${error.message}. Nothing was written. ` +
          `Run the command again with --no-register, and add these by hand:\n${linesToAdd(registration)}`,
      );
    }
  }
}

/** What registering a module means, for those who do it themselves. */
export function linesToAdd({ name, from }: Registration): string {
  return `  import { ${name} } from '${from}';\n  imports: [${name}]`;
}

async function undo(folder: string, error: unknown): Promise<never> {
  await removeFolder(folder);
  throw error;
}
