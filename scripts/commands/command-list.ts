import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from 'trellis';
import { root } from '../workshop/chapters.ts';
import { commandFile, type Group, groups } from './files.mjs';
import { loadCommand } from './load-command.ts';

const titles: Readonly<Record<Group, string>> = {
  learn: 'For learners, in the order in which you meet them:',
  maintain: 'For people who work on Trellis:',
};

/** The names of all commands. Their order is that of package.json, because `npm run` without words prints that. */
export function commandNames(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.keys(scripts).filter((name) => commandFile(name) !== undefined);
}

/** The commands of a group. */
export function namesIn(group: Group): string[] {
  return commandNames().filter((name) => commandFile(name)!.href.includes(`/commands/${group}/`));
}

/** Prints all commands; if somebody has named one that doesn't exist, to stderr, and with the exit code for it. */
export async function listCommands(name: string): Promise<number> {
  const isUnknown = name !== '' && name !== '--help' && name !== 'help';
  const usages = new Map<string, Usage>();
  for (const each of commandNames()) usages.set(each, (await loadCommand(commandFile(each)!)).usage);
  // The title of the group says it for all of them.
  const summary = (each: string) => usages.get(each)!.summary.replace(/ \(maintainers\)$/, '');
  const label = (each: string) => [each, usages.get(each)?.words].filter(Boolean).join(' ');
  const width = Math.max(...[...usages.keys()].map((each) => label(each).length));
  const lines = groups.map((group) => [
    titles[group],
    ...namesIn(group).map((each) => `  ${label(each).padEnd(width)}   ${summary(each)}`),
  ]);
  const list = [
    ...(isUnknown ? [`Unknown command "npm run ${name}".`] : []),
    'Usage: npm run <command> [words]',
    ...lines.map((group) => group.join('\n')),
    'Run "npm run <command> -- --help" for the words of a command.',
  ].join('\n\n');
  (isUnknown ? process.stderr : process.stdout).write(`${list}\n`);
  return isUnknown ? 2 : 0;
}
