import { type Context, type Controller, command, inject, type Route } from '../index.ts';
import { pathIn } from './existing-project.ts';
import type { Template } from './manifest.ts';
import {
  linesToAdd,
  type MadeModule,
  ModuleGenerator,
  type ModulePlan,
  type ModuleType,
  moduleTypes,
} from './module-generator.ts';
import { refuseModuleName } from './names.ts';
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
                '--name=<name>': 'what it is called, for example posts',
                '--type=plain|resource': 'one route to start from, or the five handlers of a collection',
                '--app=<file>': "the file of the application's module, src/app.module.ts by default",
                '--no-register': "leave the application's module as it is",
                '--dry-run': 'say what would be written, and write nothing',
              },
              examples: ['g module --name=posts --type=resource', 'g module --name=health --type=plain'],
            }),
          },
        ],
      },
    ];
  }

  async create(ctx: Context): Promise<string> {
    const name = await this.options.get(ctx, 'name', { text: 'Name of the module', refuse: refuseModuleName });
    const type = await this.options.get(ctx, 'type', { text: 'Type', choices: moduleTypes });
    const isDryRun = ctx.query('dry-run') === 'true';
    const isRegistered = ctx.query('no-register') !== 'true';
    const plan = { name, type: type as ModuleType, app: ctx.query('app') || undefined, isRegistered };
    const made = await this.generator.create(plan, isDryRun);
    const { created, changed } = made;
    const next = isRegistered ? nextSteps(plan, made.project.template) : byHand(made);
    return report(
      { done: `Made the module ${name}`, planned: `Would make the module ${name}`, created, changed, next },
      isDryRun,
    );
  }
}

function nextSteps({ name, type }: ModulePlan, template: Template): string[] {
  if (template === 'cli') return ['npm test', `npm start ${name}${type === 'resource' ? ' index' : ''}`];
  const url = `http://localhost:3000/${name}`;
  return template === 'web'
    ? ['npm test', `npm run dev, then open ${url}`]
    : ['npm test', 'npm run dev', `curl ${url}`];
}

function byHand({ registration, project }: MadeModule): string[] {
  const lines = linesToAdd(registration).split('\n');
  return [`Add to ${pathIn(project, project.moduleFile)}:`, ...lines];
}
