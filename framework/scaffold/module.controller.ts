import { type Context, type Controller, command, inject, type Route } from '../index.ts';
import { pathIn } from './existing-project.ts';
import {
  type CreatedModule,
  ModuleGenerator,
  type ModulePlan,
  type ModuleType,
  moduleTypes,
} from './module-generator.ts';
import { connectingLines } from './modules-file.ts';
import { moduleNameProblem } from './names.ts';
import { RequiredOptions } from './options.ts';
import { report } from './report.ts';

/** `trellis g module` */
export class ModuleController implements Controller {
  @inject(RequiredOptions) private readonly options!: RequiredOptions;
  @inject(ModuleGenerator) private readonly generator!: ModuleGenerator;

  routes(): Route[] {
    return [
      {
        path: 'g',
        children: [
          {
            path: 'module',
            handler: command(this.create, {
              summary: 'Add a module to the project in this folder',
              options: {
                '--name=<name>': 'the name of the module, for example posts',
                '--type=plain|resource': 'a single route to start from, or the five handlers of a resource controller',
                '--app=<file>': 'the file that exports AppModule (default: src/app.module.ts)',
                '--dry-run': 'print what would be written, and write nothing',
              },
              examples: ['g module --name=posts --type=resource', 'g module --name=health --type=plain'],
            }),
          },
        ],
      },
    ];
  }

  async create(ctx: Context): Promise<string> {
    const name = await this.options.get(ctx, 'name', { text: 'Name of the module', problem: moduleNameProblem });
    const type = await this.options.get(ctx, 'type', { text: 'Type', choices: moduleTypes });
    const isDryRun = ctx.query('dry-run') === 'true';
    const plan = { name, type: type as ModuleType, app: ctx.query('app') || undefined };
    const module = await this.generator.create(plan, isDryRun);
    return report(
      {
        done: `Created the module ${name}`,
        planned: `Would create the module ${name}`,
        ...module,
        next: [...connecting(module), ...nextSteps(plan, module)],
      },
      isDryRun,
    );
  }
}

function nextSteps({ name, type }: ModulePlan, { project }: CreatedModule): string[] {
  if (project.template === 'cli') return ['npm test', `npm run dev ${name}${type === 'resource' ? ' index' : ''}`];
  const url = `http://localhost:3000/${name}`;
  return project.template === 'web'
    ? ['npm test', `npm run dev, then open ${url}`]
    : ['npm test', 'npm run dev', `curl ${url}`];
}

/** A new project is connected from the start. One that was set up by hand may not be. */
function connecting({ isConnected, project }: CreatedModule): string[] {
  if (isConnected) return [];
  return [`Add to ${pathIn(project, project.moduleFile)}:`, ...connectingLines.map((line) => `  ${line}`)];
}
