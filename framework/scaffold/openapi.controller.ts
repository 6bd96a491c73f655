import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, type Controller, command, inject, type Route } from '../index.ts';
import { findProject, pathIn } from './existing-project.ts';
import { loadOpenApi } from './load-application.ts';
import { WorkingFolder } from './working-folder.ts';

/** `trellis openapi` */
export class OpenApiController implements Controller {
  @inject(WorkingFolder) private readonly folder!: string;

  routes(): Route[] {
    return [
      {
        path: 'openapi',
        handler: command(this.print, {
          summary: 'Print the OpenAPI document of the project in this folder',
          options: {
            '--app=<file>':
              'the file that exports AppModule, appOptions and openApiOptions (default: src/app.module.ts)',
            '--dry-run': 'print which file would be loaded, and load nothing',
          },
        }),
      },
    ];
  }

  /** Imports the files of the application, which runs their top-level code, but starts no service. */
  async print(ctx: Context): Promise<string> {
    const project = await findProject(this.folder, ctx.query('app') || undefined);
    if (ctx.query('dry-run') === 'true') return `Would load ${pathIn(project, project.moduleFile)}.`;
    const manifest = JSON.parse(await readFile(join(project.folder, 'package.json'), 'utf8')) as Manifest;
    const { name: title = 'API', version = '0.0.0', description } = manifest;
    const defaults = { title, version, ...(description && { description }) };
    return JSON.stringify(await loadOpenApi(project.moduleFile, defaults), null, 2);
  }
}

interface Manifest {
  name?: string;
  version?: string;
  description?: string;
}
