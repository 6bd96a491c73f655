import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bench = join(import.meta.dirname, '..');
const root = join(bench, '..', '..');
const output = join(bench, 'node_modules', '.compiled');
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/** The servers that are compared, and the JavaScript that Node runs. */
export const PROGRAMS = {
  trellis: join(output, 'scripts', 'bench', 'blog', 'servers', 'trellis.js'),
  fastify: join(output, 'scripts', 'bench', 'blog', 'servers', 'fastify.js'),
  express: join(output, 'scripts', 'bench', 'blog', 'servers', 'express.js'),
  nest: join(output, 'scripts', 'bench', 'blog', 'servers', 'nest', 'main.js'),
  'node:http': join(output, 'scripts', 'bench', 'blog', 'servers', 'bare.js'),
};

export type Name = keyof typeof PROGRAMS;

/**
 * Compiles all servers and Trellis file by file, as their users would. No bundler: it would shorten the startup of whichever
 * server it works for.
 */
export async function build(): Promise<void> {
  const trellis = join(output, 'node_modules', 'trellis');
  await mkdir(trellis, { recursive: true });
  await writeFile(join(output, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(trellis, 'package.json'), '{ "name": "trellis", "type": "module", "exports": "./index.js" }\n');
  // Express brings another version of this package.
  await cp(join(root, 'node_modules', 'cookie'), join(trellis, 'node_modules', 'cookie'), { recursive: true });
  await Promise.all([
    compile('-p', join(root, 'framework', 'tsconfig.build.json'), '--outDir', trellis, '--declaration', 'false'),
    compile('-p', join(bench, 'blog', 'servers')),
    compile('-p', join(bench, 'blog', 'servers', 'nest')),
  ]);
}

async function compile(...args: string[]): Promise<void> {
  try {
    await run(process.execPath, [compiler, ...args]);
  } catch (error) {
    throw new Error(`The servers do not compile:\n${(error as { stdout: string }).stdout}`);
  }
}
