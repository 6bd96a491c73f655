import { type Context, type Controller, command, type FlatRoute, inject, type Route } from '../index.ts';
import { nameOfMiddleware } from '../routing/chain.ts';
import { placeOf } from '../routing/route.ts';
import { findProject, pathIn } from './existing-project.ts';
import { loadRoutes } from './load-application.ts';
import { WorkingFolder } from './working-folder.ts';

/** `trellis routes` */
export class RoutesController implements Controller {
  @inject(WorkingFolder) private readonly folder!: string;

  routes(): Route[] {
    return [
      {
        path: 'routes',
        handler: command(this.list, {
          summary: 'Print the routes of the project in this folder',
          options: {
            '--app=<file>': 'the file that exports AppModule and appOptions (default: src/app.module.ts)',
            '--dry-run': 'print which file would be loaded, and load nothing',
          },
        }),
      },
    ];
  }

  /** Imports the files of the application, which runs their top-level code, but starts no service. */
  async list(ctx: Context): Promise<unknown> {
    const project = await findProject(this.folder, ctx.query('app') || undefined);
    if (ctx.query('dry-run') === 'true') return `Would load ${pathIn(project, project.moduleFile)}.`;
    return (await loadRoutes(project.moduleFile)).map(row);
  }
}

function row(route: FlatRoute) {
  return {
    method: route.method ?? null,
    path: withoutSlash(route.path),
    handler: placeOf(route),
    middlewares: route.middlewares.map(nameOfMiddleware),
  };
}

/** A child with the path `/` is the group itself, and the router ignores a trailing slash. */
function withoutSlash(path: string): string {
  return path.replace(/(.)\/$/, '$1');
}
