import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs npm in a folder. Under `npm run`, it is the npm that runs us. */
export async function npm(args: readonly string[], cwd: string): Promise<void> {
  const itself = process.env.npm_execpath;
  if (itself?.endsWith('.js')) await run(process.execPath, [itself, ...args], { cwd });
  else if (process.platform !== 'win32') await run('npm', args, { cwd });
  // On Windows, npm is a script, which needs a shell.
  else await run('npm', args.map(quoted), { cwd, shell: true });
}

const run = promisify(execFile);

function quoted(argument: string): string {
  return `"${argument}"`;
}
