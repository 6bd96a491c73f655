import { join } from 'node:path';
import { inject } from '../index.ts';
import { FrameworkPackage } from './framework-package.ts';
import { manifest, type Template } from './manifest.ts';
import { modulesFile } from './modules-file.ts';
import { projectNameProblem } from './names.ts';
import { createFolder, refuseExisting } from './new-folder.ts';
import { fromTemplates } from './template.ts';
import { WorkingFolder } from './working-folder.ts';

export interface ProjectPlan {
  readonly name: string;
  readonly template: Template;
}

/** Creates projects. */
export class ProjectGenerator {
  @inject(WorkingFolder) private readonly folder!: string;
  @inject(FrameworkPackage) private readonly framework!: FrameworkPackage;

  /** Writes the project and returns the paths of its files. A dry run makes the same checks and writes nothing. */
  async create({ name, template }: ProjectPlan, isDryRun: boolean): Promise<string[]> {
    const problem = projectNameProblem(name);
    if (problem !== undefined) throw new Error(problem);
    const target = join(this.folder, name);
    await refuseExisting(target);
    const { archive } = this.framework;
    const files = new Map<string, string | Uint8Array>([
      ['package.json', manifest(name, template, `file:${archive}`)],
      ['src/modules.ts', modulesFile(['hello'])],
      ...(await fromTemplates(['project/any', `project/${template}`], { name })),
    ]);
    if (!isDryRun) await createFolder(target, new Map([...files, [archive, await this.#pack()]]));
    return [...files.keys(), archive].sort().map((path) => `${name}/${path}`);
  }

  async #pack(): Promise<Uint8Array> {
    try {
      return await this.framework.pack();
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`Could not pack the framework for the new project. Nothing was written. ${message}`, {
        cause: error,
      });
    }
  }
}
