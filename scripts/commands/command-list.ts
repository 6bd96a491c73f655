import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from 'trellis';
import { root } from '../workshop/chapters.ts';
import { fold } from '../workshop/fold.ts';
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

/** The widest label that has its summary beside it. */
const widestLabel = 28;

/** Labels with what they mean, in two columns. No line is longer than the terminal is wide: a longer label has its summary below it. */
export function twoColumns(rows: readonly (readonly [label: string, summary: string])[], width: number): string[] {
  const left = Math.max(0, ...rows.map(([{ length }]) => length).filter((length) => length <= widestLabel));
  const indent = left + 5;
  return rows.flatMap(([label, summary]) => {
    const [first = '', ...others] = fold(summary, Math.max(20, width - indent)).split('\n');
    const below = label.length > left ? [first, ...others] : others;
    const top = label.length > left ? `  ${label}` : `  ${label.padEnd(left)}   ${first}`;
    return [top, ...below.map((line) => `${' '.repeat(indent)}${line}`)];
  });
}

/** Prints all commands; if somebody has named one that doesn't exist, to stderr, and with the exit code for it. */
export async function listCommands(name: string): Promise<number> {
  const isUnknown = name !== '' && name !== '--help' && name !== 'help';
  const usages = new Map<string, Usage>();
  for (const each of commandNames()) usages.set(each, (await loadCommand(commandFile(each)!)).usage);
  // The title of the group says it for all of them.
  const summary = (each: string) => usages.get(each)!.summary.replace(/ \(maintainers\)$/, '');
  const label = (each: string) => [each, usages.get(each)?.words].filter(Boolean).join(' ');
  const width = process.stdout.columns || 80;
  const lines = groups.map((group) => [
    titles[group],
    ...twoColumns(
      namesIn(group).map((each) => [label(each), summary(each)]),
      width,
    ),
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
