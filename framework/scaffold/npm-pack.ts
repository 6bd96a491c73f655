import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Packs the package in a folder into `<destination>/<name>-<version>.tgz`. Works offline. */
export async function npmPack(folder: string, destination: string): Promise<void> {
  const args = ['pack', folder, '--silent', '--ignore-scripts', '--pack-destination', destination];
  // Under `npm run`, this is the npm that runs us. Otherwise npm is found by name, and on Windows that is a script, which
  // needs a shell.
  const npm = process.env.npm_execpath;
  const options = { cwd: destination };
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], options);
  else if (process.platform !== 'win32') await run('npm', args, options);
  else await run('npm', args.map(quoted), { ...options, shell: true });
}

const run = promisify(execFile);

function quoted(argument: string): string {
  return `"${argument}"`;
}
