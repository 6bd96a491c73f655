import type { Option } from './command.ts';
import { didYouMean } from './nearest.ts';

/** Thrown if a command is used incorrectly. The message and a pointer to the help go to stderr; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A parsed command line. */
export interface Arguments {
  readonly words: string[];
  readonly options: Map<string, string>;
}

/** The options of all commands. Options are parsed before the command is known. */
export interface KnownOptions {
  /** By name, across all commands. */
  readonly declared: ReadonlyMap<string, Option>;
  /** Whether every command declares its options, so that an unknown option can only be a mistake. */
  readonly complete: boolean;
}

/**
 * Separates words from options, which may appear anywhere: `--name=x`, `--name x`, and `--flag`, which is `'true'`.
 * After `--`, everything is a word. A word that starts with `--` is never taken as a value: write `--name=--x`.
 */
export function parseArguments(argv: string[], known: KnownOptions): Arguments {
  const words: string[] = [];
  const options = new Map<string, string>();
  const remaining = [...argv];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    if (word === '--') return { words: [...words, ...remaining], options };
    if (/^-[a-z]/i.test(word)) throw new UsageError(singleDash(word, known));
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [name, value] = readOption(word, remaining, known);
    // Choosing one of the two silently would be a guess.
    if (options.has(name)) throw new UsageError(`--${name} was given twice. Use it once.`);
    options.set(name, value);
  }
  return { words, options };
}

/** Whether a flag appears anywhere before `--`. So `--help` works even after a mistake in the same line. */
export function includesFlag(argv: string[], ...names: string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((word) => names.includes(word));
}

/** Rejects options that the command doesn't declare, and values that are not among its choices. */
export function checkOptions(options: ReadonlyMap<string, string>, declared: readonly Option[], command: string): void {
  const names = declared.map((option) => option.name);
  for (const [name, value] of options) {
    const option = declared[names.indexOf(name)];
    if (option === undefined) throw new UsageError(`"${command}" has no option --${name}.${nearOptions(name, names)}`);
    const choices = option.choices ?? (isFlag(option) ? ['true', 'false'] : undefined);
    if (choices !== undefined && !choices.includes(value)) {
      throw new UsageError(`--${name} must be ${choices.join(' or ')}, not "${value}".${didYouMean(value, choices)}`);
    }
  }
}

/** Reads one option. If its value is the next word, removes that word from `remaining`. */
function readOption(
  word: string,
  remaining: string[],
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
  if (remaining.length > 0 && !remaining[0]!.startsWith('--')) return [name, remaining.shift()!];
  if (option !== undefined) throw new UsageError(`--${name} needs a value: --${name}=${option.value}.`);
  return [name, 'true'];
}

function isFlag(option: Option): boolean {
  return option.value === '';
}

function singleDash(word: string, { declared }: KnownOptions): string {
  const near = nearOptions(word.slice(1).split('=')[0]!, declared.keys());
  return `Unknown option ${word}. Options start with two dashes. To pass it as a word, write it after "--".${near}`;
}

function nearOptions(name: string, known: Iterable<string>): string {
  return didYouMean(name, known, (found) => `--${found}`);
}
