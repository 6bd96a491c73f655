import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmPack } from './npm-pack.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/**
 * The framework that runs this command, as a tarball for a new project. A project never gets `trellis` from a registry:
 * the name there isn't ours, and `npm install` would run whatever code somebody publishes under it.
 */
export class FrameworkPackage {
  readonly archive: string = `vendor/trellis-${packageVersion()}.tgz`;

  async pack(): Promise<Uint8Array> {
    const folder = await mkdtemp(join(tmpdir(), 'trellis-pack-'));
    try {
      if (isSource) return await readFile(await packSources(folder));
      await npmPack(root, folder);
      return await readFile(join(folder, `trellis-${packageVersion()}.tgz`));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** In the repository this file is TypeScript, which a project in another folder cannot run from node_modules. */
const isSource = import.meta.url.endsWith('.ts');

/** Returns the path of the tarball, which the script prints. */
async function packSources(folder: string): Promise<string> {
  const script = join(root, '..', 'scripts', 'main.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'pack', folder], { cwd: root });
  return stdout.trim();
}
