import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/*
 * `npm run pack`: the framework as a package with compiled JavaScript and types. In this repository the sources are
 * used as they are, so the package has another manifest than they have, and is put together in a folder of its own.
 */

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'framework');
const run = promisify(execFile);

interface Manifest {
  name: string;
  version: string;
  exports: Record<string, string>;
  [key: string]: unknown;
}

const tarball = await pack(resolve(process.argv[2] ?? join(source, 'dist')));
process.stdout.write(`${tarball}\n`);

/** Builds `package/` and the archive of it inside the folder, and gives the archive's path. */
async function pack(folder: string): Promise<string> {
  const stage = join(folder, 'package');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  await compile(stage);
  const manifest = packageManifest(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(source, 'bin'), join(stage, 'bin'), { recursive: true });
  await cp(join(source, 'scaffold', 'templates'), join(stage, 'scaffold', 'templates'), { recursive: true });
  await cp(join(source, 'README.md'), join(stage, 'README.md'));
  await cp(join(source, '..', 'LICENSE'), join(stage, 'LICENSE'));
  await npmPack(stage);
  return join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

async function compile(stage: string): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  try {
    await run(process.execPath, [compiler, '-p', join(source, 'tsconfig.build.json'), '--outDir', stage]);
  } catch (error) {
    throw new Error(`The framework does not compile:\n${(error as { stdout: string }).stdout}`);
  }
}

function packageManifest({ exports, scripts: _, ...rest }: Manifest): Manifest {
  const compiled = Object.entries(exports).map(([name, file]) => {
    const base = file.replace(/\.ts$/, '');
    return [name, { types: `${base}.d.ts`, default: `${base}.js` }];
  });
  return { ...rest, exports: Object.fromEntries(compiled) } as Manifest;
}

/** npm itself where it has started us; by name otherwise, which on Windows is a script and needs a shell. */
async function npmPack(stage: string): Promise<void> {
  const args = ['pack', '--silent', '--pack-destination', '..'];
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], { cwd: stage });
  else await run('npm', args, { cwd: stage, shell: process.platform === 'win32' });
}
