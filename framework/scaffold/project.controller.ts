import { type Context, type Controller, command, inject, type Route } from '../index.ts';
import { type Template, templates } from './manifest.ts';
import { projectNameProblem } from './names.ts';
import { RequiredOptions } from './options.ts';
import { ProjectGenerator } from './project-generator.ts';
import { report } from './report.ts';

const kinds: Record<Template, { what: string; next: string[] }> = {
  api: { what: 'an API', next: ['npm run dev', 'curl http://localhost:3000/hello/Ada'] },
  web: { what: 'a website', next: ['npm run dev, then open http://localhost:3000'] },
  cli: { what: 'a command-line tool', next: ['npm run dev hello Ada'] },
};

/** `trellis app` */
export class ProjectController implements Controller {
  @inject(RequiredOptions) private readonly options!: RequiredOptions;
  @inject(ProjectGenerator) private readonly generator!: ProjectGenerator;

  routes(): Route[] {
    return [
      {
        path: 'app',
        handler: command(this.create, {
          summary: 'Create a new project in its own folder',
          options: {
            '--name=<name>': 'the name of the folder and of the npm package, for example shop',
            '--template=api|web|cli': 'a JSON API, a website, or a command-line tool',
            '--dry-run': 'print what would be written, and write nothing',
          },
          examples: ['app --name=shop --template=api'],
        }),
      },
    ];
  }

  async create(ctx: Context): Promise<string> {
    const name = await this.options.get(ctx, 'name', { text: 'Name of the project', problem: projectNameProblem });
    const template = (await this.options.get(ctx, 'template', { text: 'Template', choices: templates })) as Template;
    const isDryRun = ctx.query('dry-run') === 'true';
    const created = await this.generator.create({ name, template }, isDryRun);
    const { what, next } = kinds[template];
    return report(
      {
        done: `Created ${name}, ${what}`,
        planned: `Would create ${name}, ${what}`,
        created,
        next: [`cd ${name}`, 'npm install', ...next],
      },
      isDryRun,
    );
  }
}
