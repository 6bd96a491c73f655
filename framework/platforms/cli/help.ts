import type { Command, CommandTable } from './command-table.ts';

/** The help text of the program as a whole. */
export interface Program {
  /** What people type to run it. */
  readonly name: string;
  readonly version?: string;
  readonly summary?: string;
  /** What people type to get help. Default `--help`; npm needs `-- --help`, because it keeps `--help` for itself. */
  readonly help?: string;
}

/** The help for some words: that of the command or group they name, otherwise that of the closest level above. */
export function helpFor(words: readonly string[], table: CommandTable, program: Program): string {
  const known = table.knownPrefix(words);
  const command = table.find(words)?.command ?? table.find(known)?.command;
  const below = table.below(known);
  if (table.isGroup(known)) return levelHelp(known, below, command, program);
  // Only parameters can follow. If there is one such command, its own help says more than a list with one entry.
  const only = command ?? (below.length === 1 ? below[0] : undefined);
  return only === undefined ? levelHelp(known, below, undefined, program) : commandHelp(only, program);
}

function levelHelp(words: readonly string[], below: Command[], own: Command | undefined, program: Program): string {
  const typed = [program.name, ...words].join(' ');
  const list = own === undefined ? below : [own, ...below];
  return paragraphs(
    words.length === 0 ? program.summary : own?.usage?.summary,
    `Usage: ${typed} <command> [options]`,
    `Commands:\n${columns(list.map((command) => [command.label, command.usage?.summary ?? '']))}`,
    `Run "${typed} <command> ${program.help ?? '--help'}" for the options of a command.`,
  );
}

function commandHelp({ label, usage, options }: Command, program: Program): string {
  const typed = [program.name, label].filter(Boolean).join(' ');
  const lines = [...(options ?? []), helpOption].map(({ name, value, about }) => [
    value === '' ? `--${name}` : `--${name}=${value}`,
    about,
  ]);
  return paragraphs(
    usage?.summary,
    `Usage: ${typed}${options === undefined || options.length > 0 ? ' [options]' : ''}`,
    `Options:\n${columns(lines)}`,
    usage?.examples && `Examples:\n${usage.examples.map((example) => `  ${program.name} ${example}`).join('\n')}`,
  );
}

const helpOption = { name: 'help', value: '', about: 'print this help' };

function paragraphs(...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n\n');
}

function columns(rows: string[][]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right]) => `  ${left.padEnd(width)}   ${right}`.trimEnd()).join('\n');
}
