import { join } from 'node:path';
import { inject } from '../index.ts';
import { FrameworkPackage } from './framework-package.ts';
import { manifest, type Template } from './manifest.ts';
import { modulesFile } from './modules-file.ts';
import { refuseProjectName } from './names.ts';
import { createFolder, refuseExisting } from './new-folder.ts';
import { fromTemplates } from './template.ts';
import { WorkingFolder } from './working-folder.ts';

export interface ProjectPlan {
  readonly name: string;
  readonly template: Template;
  /** What stands in `package.json` for the framework; undefined for the one that runs this command. */
  readonly framework: string | undefined;
}

/** Makes projects. */
export class ProjectGenerator {
  @inject(WorkingFolder) private readonly folder!: string;
  @inject(FrameworkPackage) private readonly framework!: FrameworkPackage;

  /** Writes the project, or only checks that it could be written, and gives the paths of its files. */
  async create(plan: ProjectPlan, isDryRun: boolean): Promise<string[]> {
    const problem = refuseProjectName(plan.name);
    if (problem !== undefined) throw new Error(problem);
    const target = join(this.folder, plan.name);
    await refuseExisting(target);
    const reference = plan.framework === undefined ? this.framework.reference() : undefined;
    const files = new Map<string, string | Uint8Array>([
      ['package.json', manifest(plan.name, plan.template, plan.framework ?? reference!.spec)],
      ['src/modules.ts', modulesFile(['hello'])],
      ...(await fromTemplates(['project/any', `project/${plan.template}`], { name: plan.name })),
    ]);
    if (!isDryRun) {
      const archive = reference === undefined ? [] : await this.framework.pack(reference);
      await createFolder(target, new Map([...files, ...archive]));
    }
    const paths = [...files.keys(), ...(reference?.archive === undefined ? [] : [reference.archive])];
    return paths.sort().map((path) => `${plan.name}/${path}`);
  }
}
