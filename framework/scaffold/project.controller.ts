import { type Context, type Controller, command, inject, type Route } from '../index.ts';
import { type Template, templates } from './manifest.ts';
import { refuseProjectName } from './names.ts';
import { RequiredOptions } from './options.ts';
import { ProjectGenerator } from './project-generator.ts';
import { report } from './report.ts';

const kinds: Record<Template, { what: string; next: string[] }> = {
  api: { what: 'an API', next: ['npm run dev', 'curl http://localhost:3000/hello/Ada'] },
  web: { what: 'a website', next: ['npm run dev, then open http://localhost:3000'] },
  cli: { what: 'a command-line tool', next: ['npm start hello Ada'] },
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
          summary: 'Make a new project in a folder of its own',
          options: {
            '--name=<name>': 'the folder and the npm package, for example shop',
            '--template=api|web|cli': 'JSON for programs, pages for people, or commands',
            '--framework=<spec>': 'what package.json says for trellis; this very version by default',
            '--dry-run': 'say what would be written, and write nothing',
          },
          examples: ['app --name=shop --template=api'],
        }),
      },
    ];
  }

  async create(ctx: Context): Promise<string> {
    const name = await this.options.get(ctx, 'name', { text: 'Name of the project', refuse: refuseProjectName });
    const template = await this.options.get(ctx, 'template', { text: 'Template', choices: templates });
    const isDryRun = ctx.query('dry-run') === 'true';
    const plan = { name, template: template as Template, framework: ctx.query('framework') || undefined };
    const created = await this.generator.create(plan, isDryRun);
    const { what, next } = kinds[plan.template];
    return report(
      {
        done: `Made ${name}, ${what}`,
        planned: `Would make ${name}, ${what}`,
        created,
        next: [`cd ${name}`, 'npm install', ...next],
      },
      isDryRun,
    );
  }
}
