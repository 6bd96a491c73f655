import { nodeVersion, versions } from './versions.ts';

export const templates = ['api', 'web', 'cli'] as const;
export type Template = (typeof templates)[number];

/** The `package.json` of a new project. `framework` is the dependency on `trellis`, for example `file:vendor/…`. */
export function manifest(name: string, template: Template, framework: string): string {
  const content = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: nodeVersion },
    scripts: {
      // `node --watch` of Node 20 loses a file when an editor saves it by renaming a new file over it. `tsx watch` doesn't.
      dev: template === 'cli' ? 'tsx src/main.ts' : 'tsx watch --clear-screen=false src/main.ts',
      build: 'tsc -p tsconfig.build.json',
      // With the source maps of the build, stack traces name the lines of the TypeScript files.
      start: 'node --enable-source-maps dist/main.js',
      test: 'node test.mjs',
      lint: 'biome check .',
      format: 'biome check --write .',
      typecheck: 'tsc --noEmit',
      // A script and not `npx trellis`: npx downloads a package it doesn't find, and the name isn't ours on any registry.
      trellis: 'trellis',
    },
    dependencies: { trellis: framework },
    devDependencies: versions,
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
