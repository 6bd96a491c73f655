import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Files } from './new-folder.ts';

/** How a project gets the framework: what stands in its package.json, and the files that this needs. */
export interface FrameworkReference {
  readonly spec: string;
  /** Where the archive goes, if the project brings it along. */
  readonly archive: string | undefined;
}

const root = fileURLToPath(new URL('../', import.meta.url));

export function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** The framework that runs this very command, as a new project is to use it. */
export class FrameworkPackage {
  readonly version = packageVersion();
  /** In the repository these are the sources, which no project outside of it can run. */
  readonly #isSource = import.meta.url.endsWith('.ts');

  /** From the registry it came and from there it is fetched again; the sources are packed into the project. */
  reference(): FrameworkReference {
    if (!this.#isSource) return { spec: `^${this.version}`, archive: undefined };
    const archive = `vendor/trellis-${this.version}.tgz`;
    return { spec: `file:${archive}`, archive };
  }

  /** The archive as a file of the project. */
  async pack({ archive }: FrameworkReference): Promise<Files> {
    if (archive === undefined) return new Map();
    const folder = await mkdtemp(join(tmpdir(), 'trellis-pack-'));
    try {
      await promisify(execFile)(process.execPath, ['--import', 'tsx', join(root, 'pack.ts'), folder], { cwd: root });
      return new Map([[archive, await readFile(join(folder, basename(archive)))]]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
