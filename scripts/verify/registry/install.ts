import { mkdir, writeFile } from 'node:fs/promises';
import { npm } from '../../../framework/scaffold/npm.ts';

/**
 * Installs packages in exact versions into a folder of its own, for commands of maintainers, so that learners don't download them.
 * Scripts aren't run, because some of them download programs from elsewhere. Rejects with the reason if it is impossible.
 */
export async function install(folder: string, wanted: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/package.json`, '{ "private": true }\n');
  const options = ['--ignore-scripts', '--save-exact', '--no-audit', '--no-fund'];
  await npm(['install', ...wanted, ...options], folder).catch((error) => {
    throw new Error(`${wanted.join(', ')} can't be installed: ${reasonIn(String(error.stderr))}`);
  });
}

/** npm's own explanation, without the lines about its log files. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!) (?!code|A complete log|\s*$)/.test(line));
  return lines[0]?.replace(/^npm (error|ERR!) /, '') ?? 'npm failed without a reason';
}
