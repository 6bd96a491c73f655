import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workshop/chapters.ts';
import type { TerminalTheme } from './terminal-picture.ts';

/** `currentTerminal`, by the name of its file, in a process of its own: colours are switched on or off when they are loaded. */
export function colouredTerminal(): Map<string, string> {
  const scenes = pathToFileURL(join(import.meta.dirname, 'terminal-scenes.ts'));
  const program = `const { currentTerminal } = await import('${scenes}'); process.stdout.write(JSON.stringify(await currentTerminal()));`;
  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
  });
  const pictures = JSON.parse(printed) as Record<TerminalTheme, string>;
  return new Map(Object.entries(pictures).map(([theme, picture]) => [`terminal-${theme}.svg`, picture]));
}
