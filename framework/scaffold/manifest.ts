import { nodeVersion, versions } from './versions.ts';

export const templates = ['api', 'web', 'cli'] as const;
export type Template = (typeof templates)[number];

/** The `package.json` of a new project. `framework` is the dependency on `trellis`, for example `file:vendor/…`. */
export function manifest(name: string, template: Template, framework: string): string {
  const { tsx, ...development } = versions;
  const content = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: nodeVersion },
    scripts: {
      start: 'node --import tsx src/main.ts',
      dev: 'node --watch --import tsx src/main.ts',
      test: 'node test.mjs',
      lint: 'biome check .',
      format: 'biome check --write .',
      typecheck: 'tsc --noEmit',
      // A script and not `npx trellis`: npx downloads a package it doesn't find, and the name isn't ours on any registry.
      trellis: 'trellis',
    },
    dependencies: { trellis: framework, tsx },
    devDependencies: development,
    // tsx works without the install script of esbuild, and npm would warn about it.
    allowScripts: { esbuild: false },
    trellis: { template },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The template that a project was created from; `api` for a project that this tool did not create. */
export function templateOf(manifestText: string): Template {
  const made: unknown = JSON.parse(manifestText).trellis?.template;
  return templates.find((template) => template === made) ?? 'api';
}
