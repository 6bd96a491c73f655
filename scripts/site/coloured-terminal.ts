import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workshop/chapters.ts';

/** `currentTerminal` in a process of its own: colours are switched on or off when they are loaded. */
export function colouredTerminal(): string {
  const scenes = pathToFileURL(join(import.meta.dirname, 'terminal-scenes.ts'));
  const program = `const { currentTerminal } = await import('${scenes}'); process.stdout.write(await currentTerminal());`;
  return execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
  });
}
