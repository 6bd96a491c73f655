import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as trellis from '../index.ts';

type Framework = typeof trellis;

/** Every route of the application whose module a file exports. Nothing is started, and no port opened. */
export async function loadRoutes(file: string): Promise<trellis.FlatRoute[]> {
  const require = createRequire(file);
  // The project's own copy: metadata that one copy has written cannot be read by another.
  const { createApp }: Framework = await import(pathToFileURL(resolveFrom(require, 'trellis', file)).href);
  const exported = await importTypeScript(require, file);
  // Under a platform without a router every route is kept as it is, with a method or without.
  const platform = { kind: 'cli', run: async () => 0 } as const;
  return createApp(moduleIn(exported, file), { platform }).routes();
}

function moduleIn(exported: Record<string, unknown>, file: string): trellis.Module {
  const modules = Object.entries(exported).filter((entry): entry is [string, trellis.Module] => isModule(entry[1]));
  const chosen = modules.find(([name]) => name === 'AppModule') ?? (modules.length === 1 ? modules[0] : undefined);
  if (chosen === undefined) {
    throw new Error(
      `${file} exports ${modules.length === 0 ? 'no module' : 'several modules'}. Export one as AppModule.`,
    );
  }
  return chosen[1];
}

function isModule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'declarations' in value && 'imports' in value;
}

/** From the compiled package this process knows JavaScript only; the project brings tsx, which it runs on itself. */
async function importTypeScript(require: NodeJS.Require, file: string): Promise<Record<string, unknown>> {
  const isSource = import.meta.url.endsWith('.ts');
  // The same file that `node --import tsx` loads.
  if (!isSource && /\.[cm]?tsx?$/.test(file)) await import(pathToFileURL(resolveFrom(require, 'tsx', file)).href);
  return import(pathToFileURL(file).href);
}

function resolveFrom(require: NodeJS.Require, name: string, file: string): string {
  try {
    return require.resolve(name);
  } catch {
    throw new Error(`${name} is not installed for ${file}. Run npm install in the project first.`);
  }
}
