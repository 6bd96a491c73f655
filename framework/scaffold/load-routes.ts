import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as trellis from '../index.ts';

type Framework = typeof trellis;

/** Every route of the application that a file exports. No service is started and no port is opened. */
export async function loadRoutes(file: string): Promise<trellis.FlatRoute[]> {
  const require = createRequire(file);
  // The project's own copy of the framework: another copy could not read the metadata of its decorators.
  const { createApp }: Framework = await import(pathToFileURL(resolveFrom(require, 'trellis', file)).href);
  const exported = await importTypeScript(require, file);
  // A CLI application keeps every route, with or without a method, and adds the middlewares of appOptions to each.
  const platform = { kind: 'cli', run: async () => 0 } as const;
  const { appOptions = {} } = exported as { appOptions?: trellis.AppOptions };
  return createApp(moduleIn(exported, file), { ...appOptions, platform }).routes();
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
async function importTypeScript(require: NodeJS.Require, file: string): Promise<Record<string, unknown>> {
  const isSource = import.meta.url.endsWith('.ts');
  // The module that `node --import tsx` loads.
  if (!isSource && /\.[cm]?tsx?$/.test(file)) await import(pathToFileURL(resolveFrom(require, 'tsx', file)).href);
  return import(pathToFileURL(file).href);
}

function resolveFrom(require: NodeJS.Require, name: string, file: string): string {
  try {
    return require.resolve(name);
  } catch {
    throw new Error(`${name} is not installed in the project of ${file}. Run npm install there first.`);
  }
}
