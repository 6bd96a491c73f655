import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { install } from '../registry/install.ts';

/** A linter for packages: how it is installed, and the arguments that make it look at one. */
interface Tool {
  readonly packageName: string;
  readonly version: string;
  args(folder: string, tarball: string): string[];
}

const tools: readonly Tool[] = [
  { packageName: 'publint', version: '0.3.25', args: (folder) => [folder, '--strict', '--pack', 'false'] },
  {
    packageName: '@arethetypeswrong/cli',
    version: '0.18.5',
    // The package has no CommonJS on purpose. The rest of its types must be found by every compiler.
    args: (_, tarball) => [tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji', '--no-color'],
  },
];

export interface Report {
  readonly name: string;
  /** What the tool has printed, if it isn't satisfied. */
  readonly finding?: string;
  /** Why it wasn't asked. */
  readonly skipped?: string;
}

/** What the tools of others say about the package. They come from the package registry, and are skipped without one. */
export function reports(cache: string, folder: string, tarball: string): Promise<Report[]> {
  return Promise.all(tools.map((tool) => reportOf(tool, cache, folder, tarball)));
}

async function reportOf(tool: Tool, cache: string, folder: string, tarball: string): Promise<Report> {
  const { packageName, version } = tool;
  const name = `${packageName}@${version}`;
  const own = join(cache, name.replaceAll('/', '-'));
  const installed = join(own, 'node_modules', packageName);
  try {
    if (!existsSync(join(installed, 'package.json'))) await install(own, [name]);
  } catch (error) {
    return { name, skipped: (error as Error).message };
  }
  const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const program = join(installed, typeof bin === 'string' ? bin : Object.values<string>(bin)[0]!);
  const finding = await new Promise<string | undefined>((resolve) => {
    execFile(process.execPath, [program, ...tool.args(folder, tarball)], (error, stdout, stderr) =>
      resolve(error === null ? undefined : stripVTControlCharacters(stdout + stderr).trim()),
    );
  });
  return finding === undefined ? { name } : { name, finding };
}
