import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as trellis from '../index.ts';
import type * as openapi from '../openapi/index.ts';

type Framework = typeof trellis;
type OpenApi = typeof openapi;

/** Every route of the application that a file exports. No service is started and no port is opened. */
export async function loadRoutes(file: string): Promise<trellis.FlatRoute[]> {
  return (await load(file)).routes;
}

/** The OpenAPI document of the application that a file exports. The file may export `openApiOptions` to complete it. */
export async function loadOpenApi(file: string, defaults: openapi.OpenApiOptions): Promise<openapi.OpenApiDocument> {
  const { routes, exported } = await load(file);
  const { openApiOptions = {}, appOptions } = exported as Exported;
  if (appOptions?.platform?.kind === 'cli') throw new Error('A CLI application has commands instead of an HTTP API.');
  const { openApi }: OpenApi = await importFrom(file, 'trellis/openapi');
  return openApi(routes, { ...defaults, ...openApiOptions });
}

interface Exported {
  appOptions?: trellis.AppOptions;
  openApiOptions?: Partial<openapi.OpenApiOptions>;
}

async function load(file: string): Promise<{ routes: trellis.FlatRoute[]; exported: Record<string, unknown> }> {
  // The project's own copy of the framework: another copy could not read the metadata of its decorators.
  const { createApp }: Framework = await importFrom(file, 'trellis');
  const exported = await importTypeScript(file);
  // A CLI application keeps every route, with or without a method, and adds the middlewares of appOptions to each.
  const platform = { kind: 'cli', run: async () => 0 } as const;
  const { appOptions = {} } = exported as Exported;
  return { routes: createApp(moduleIn(exported, file), { ...appOptions, platform }).routes(), exported };
}

function moduleIn(exported: Record<string, unknown>, file: string): trellis.Module {
  const modules = Object.entries(exported).filter((entry): entry is [string, trellis.Module] => isModule(entry[1]));
  const chosen = modules.find(([name]) => name === 'AppModule') ?? (modules.length === 1 ? modules[0] : undefined);
  if (chosen === undefined) {
    throw new Error(
      `${file} exports ${modules.length === 0 ? 'no module' : 'several modules'}. Export the root module as AppModule.`,
    );
  }
  return chosen[1];
}

function isModule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'declarations' in value && 'imports' in value;
}

/** The compiled command runs without tsx, so it loads the tsx of the project before it imports TypeScript. */
async function importTypeScript(file: string): Promise<Record<string, unknown>> {
  const isSource = import.meta.url.endsWith('.ts');
  // The module that `node --import tsx` loads.
  if (!isSource && /\.[cm]?tsx?$/.test(file)) await importFrom(file, 'tsx');
  return import(pathToFileURL(file).href);
}

/** Imports a package as the file would. */
async function importFrom<T>(file: string, name: string): Promise<T> {
  let found: string;
  try {
    found = createRequire(file).resolve(name);
  } catch {
    const installed = name.split('/')[0];
    throw new Error(`${installed} is not installed in the project of ${file}. Run npm install there first.`);
  }
  return import(pathToFileURL(found).href);
}
