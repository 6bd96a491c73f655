import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../workshop/chapters.ts';
import { buildScripts } from './build.ts';
import { machinePage } from './machine-page.ts';

const require = createRequire(import.meta.url);
/** llhttp, which `undici` brings in the form of a script. */
export const httpParser = require('undici/lib/llhttp/llhttp-wasm.js') as Buffer;
const here = import.meta.dirname;

/**
 * Everything that pages need to run chapters, but for the chapters themselves, in a folder of its own below `.workshop`. It is built when somebody asks for
 * it, and again when one of the files has changed that it is made of.
 */
export async function editionFolder(): Promise<string> {
  const parent = join(root, '.workshop', 'browser');
  const folder = join(parent, versionOf());
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  const files = await filesOf();
  mkdirSync(draft, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(draft, name), content);
  const outdated = readdirSync(parent).filter((name) => /^[0-9a-f]{16}$/.test(name));
  // Another process may have built it meanwhile.
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  for (const name of outdated) if (name !== basename(folder)) rmSync(join(parent, name), { recursive: true });
  return folder;
}

function versionOf(): string {
  const hash = createHash('sha256');
  const folders = ['framework', 'scripts/browser', 'scripts/workshop', 'scripts/site'];
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs|js)$/.test(name) && !name.includes('node_modules'))
        hash.update(name).update(readFileSync(join(root, folder, name)));
  hash.update(readFileSync(join(root, 'package-lock.json')));
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(): Promise<Map<string, string | Buffer>> {
  const { worker, packages, compiler } = await buildScripts();
  return new Map<string, string | Buffer>([
    ['worker.bin', packed(worker)],
    ['parser.bin', packed(httpParser)],
    ['packages.bin', packed(packages)],
    ['compiler-script.bin', packed(compiler)],
    ['compiler.bin', packed(readFileSync(require.resolve('esbuild-wasm/esbuild.wasm')))],
    ['sqlite.bin', packed(readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm')))],
    ['try.js', await pageScript('try.js')],
    ['machine.html', machinePage],
  ]);
}

/** Compressed here, because a plain host may send files as they are. Its name must not make a server unpack it. */
function packed(content: string | Buffer): Buffer {
  return gzipSync(content, { level: 9 });
}

async function pageScript(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'page', name)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}
