import type { Option } from './command.ts';
import { didYouMean } from './nearest.ts';

/** Thrown where a command was typed wrongly: the message and a pointer to the help go to stderr, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command line, taken apart. */
export interface Arguments {
  readonly words: string[];
  readonly options: Map<string, string>;
}

/** What is known of options before it is known which command is meant. */
export interface KnownOptions {
  /** By name, over all commands. */
  readonly declared: ReadonlyMap<string, Option>;
  /** Whether every command declares what it takes, so that an unknown option can only be a mistake. */
  readonly complete: boolean;
}

/**
 * Sorts words from options, which may stand anywhere: `--name=x`, `--name x`, and `--flag`, which is `'true'`.
 * Behind `--` everything is a word. A word that begins with `--` is never a value: write `--name=--x`.
 */
export function parseArguments(argv: string[], known: KnownOptions): Arguments {
  const words: string[] = [];
  const options = new Map<string, string>();
  const waiting = [...argv];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--') return { words: [...words, ...waiting], options };
    if (/^-[a-z]/i.test(word)) throw new UsageError(singleDash(word, known));
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [name, value] = readOption(word, waiting, known);
    // Which of the two was meant? Taking one without a word would be a guess.
    if (options.has(name)) throw new UsageError(`--${name} is given twice. Give it once.`);
    options.set(name, value);
  }
  return { words, options };
}

/** `--help` counts wherever it stands, also behind a mistake: whoever types it wants to be told, not corrected. */
export function asks(argv: string[], ...names: string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((word) => names.includes(word));
}

/** Refuses what a command does not know, and values outside its choices. */
export function checkOptions(options: ReadonlyMap<string, string>, declared: readonly Option[], command: string): void {
  const names = declared.map((option) => option.name);
  for (const [name, value] of options) {
    const option = declared[names.indexOf(name)];
    if (option === undefined) throw new UsageError(`"${command}" has no option --${name}.${nearOptions(name, names)}`);
    const choices = option.choices ?? (isFlag(option) ? ['true', 'false'] : undefined);
    if (choices !== undefined && !choices.includes(value)) {
      throw new UsageError(`--${name} is ${choices.join(' or ')}, not "${value}".${didYouMean(value, choices)}`);
    }
  }
}

/** Takes the value off the waiting words where it stands there. */
function readOption(
  word: string,
  waiting: string[],
  { declared, complete }: KnownOptions,
): [name: string, value: string] {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const option = declared.get(name);
  if (option === undefined && complete) {
    throw new UsageError(`Unknown option --${name}.${nearOptions(name, declared.keys())}`);
  }
  if (equals >= 0) return [name, word.slice(equals + 1)];
  if (option !== undefined && isFlag(option)) return [name, 'true'];
  if (waiting.length > 0 && !waiting[0]!.startsWith('--')) return [name, waiting.shift()!];
  if (option !== undefined) throw new UsageError(`--${name} needs a value: --${name}=${option.value}.`);
  return [name, 'true'];
}

function isFlag(option: Option): boolean {
  return option.value === '';
}

function singleDash(word: string, { declared }: KnownOptions): string {
  const near = nearOptions(word.slice(1).split('=')[0]!, declared.keys());
  return `Unknown option ${word}. Options begin with two dashes; behind -- everything is a word.${near}`;
}

function nearOptions(name: string, known: Iterable<string>): string {
  return didYouMean(name, known, (found) => `--${found}`);
}
