import { chain } from '../../routing/chain.ts';
import { describeRoute, type FlatRoute, type Handler } from '../../routing/route.ts';
import { type KnownOptions, UsageError } from './arguments.ts';
import { type Option, optionsOf, type Usage, usageOf } from './command.ts';
import { didYouMean } from './nearest.ts';

/** A route as a command: `g/module` is typed `g module`, `:number` takes one word, and a final `*` takes the rest. */
export interface Command {
  readonly route: FlatRoute;
  /** Literal words as strings, parameters as `null`. */
  readonly segments: readonly (string | null)[];
  /** The names of the parameters, in order. */
  readonly names: readonly string[];
  readonly takesRest: boolean;
  /** `chapter <number> [words...]` */
  readonly label: string;
  readonly usage: Usage | undefined;
  readonly options: readonly Option[] | undefined;
  /** The handler inside its middlewares. */
  readonly run: Handler;
}

export interface CommandMatch {
  readonly command: Command;
  readonly params: Readonly<Record<string, string>>;
}

/** All commands of an application. Matches in the router's order: literal words, then parameters, then `*`. */
export class CommandTable {
  readonly commands: readonly Command[];

  /** Routes with a method are for the HTTP platforms. A module may have both kinds, which then share its services. */
  constructor(routes: FlatRoute[]) {
    this.commands = routes.filter((route) => route.method === undefined).map(commandOf);
    if (this.commands.length === 0) {
      throw new Error(
        'This application has no commands. Add a route without a method to a controller: { path, handler }.',
      );
    }
    rejectDuplicates(this.commands);
  }

  find(words: readonly string[]): CommandMatch | undefined {
    const [command] = this.commands.filter((candidate) => matches(candidate, words)).sort(precedence);
    return command && { command, params: paramsOf(command, words) };
  }

  /** The commands that start with these words and have more. */
  below(words: readonly string[]): Command[] {
    return this.commands.filter(
      (command) => command.segments.length > words.length && countMatching(command, words) === words.length,
    );
  }

  /** Whether a literal word can follow. Then these words are a group, and its help is a list of commands. */
  isGroup(words: readonly string[]): boolean {
    return this.below(words).some((command) => command.segments[words.length] !== null);
  }

  /** The longest prefix of the words that some command starts with. */
  knownPrefix(words: readonly string[]): string[] {
    const depth = Math.max(...this.commands.map((command) => countMatching(command, words)));
    return words.slice(0, depth);
  }

  /** Explains what is wrong with words that match no command. */
  mistakeIn(words: readonly string[], program: string): UsageError {
    const known = this.knownPrefix(words);
    const typed = [program, ...known].join(' ');
    const wrong = words[known.length];
    if (this.isGroup(known) && wrong !== undefined) return this.#unknown(known, wrong, program);
    const next = this.below(known)[0];
    if (next !== undefined) return new UsageError(`"${typed}" needs ${wordsOf(next)[known.length]}.`);
    return new UsageError(`Unexpected word "${wrong}" after "${typed}".`);
  }

  /** Options are parsed before the command is known, so an option must be of the same kind in all commands. */
  options(): KnownOptions {
    const declared = new Map<string, Option>();
    for (const { options = [], label } of this.commands) {
      for (const option of options) {
        const other = declared.get(option.name);
        if (other !== undefined && (other.value === '') !== (option.value === '')) {
          throw new Error(
            `--${option.name} takes a value in one command and is a flag in another ("${label}"). Rename one of them.`,
          );
        }
        declared.set(option.name, option);
      }
    }
    return { declared, complete: this.commands.every(({ options }) => options !== undefined) };
  }

  #unknown(known: readonly string[], wrong: string, program: string): UsageError {
    const siblings = this.below(known).flatMap(({ segments }) => segments[known.length] ?? []);
    const near = didYouMean(wrong, siblings, (word) => `"${[program, ...known, word].join(' ')}"`);
    // "module" instead of "g module": the right word, one level too high.
    const elsewhere = this.commands.filter((command) => command.segments.at(-1) === wrong).map(({ label }) => label);
    const deeper = elsewhere.length > 0 ? ` Did you mean "${program} ${elsewhere[0]}"?` : '';
    return new UsageError(`Unknown command "${[program, ...known, wrong].join(' ')}".${near || deeper}`);
  }
}

function commandOf(route: FlatRoute): Command {
  const place = describeRoute(route);
  const parts = route.path.split('/').filter((part) => part !== '');
  const takesRest = parts.at(-1) === '*';
  if (takesRest) parts.pop();
  const names: string[] = [];
  const segments = parts.map((part) => {
    if (!/^:?[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(part)) {
      throw new TypeError(
        `${place}: "${part}" cannot be part of a command. Use letters, digits, "-", ":name", or "*" at the end.`,
      );
    }
    if (!part.startsWith(':')) return part;
    if (names.includes(part.slice(1)))
      throw new TypeError(`${place}: two parameters are called "${part}". Rename one of them.`);
    names.push(part.slice(1));
    return null;
  });
  if (takesRest) names.push('*');
  const usage = usageOf(route.handler);
  const command = { route, segments, names, takesRest, usage, options: optionsOf(usage, place) };
  return { ...command, label: labelOf(command), run: chain(route.middlewares, route.handler) };
}

/** The words as the help shows them, with parameters in angle brackets. */
function wordsOf({ segments, names }: Pick<Command, 'segments' | 'names'>): string[] {
  let parameter = 0;
  return segments.map((segment) => segment ?? `<${names[parameter++]}>`);
}

function labelOf(command: Pick<Command, 'segments' | 'names' | 'takesRest' | 'usage'>): string {
  return [...wordsOf(command), ...(command.takesRest ? [command.usage?.words ?? '[words...]'] : [])].join(' ');
}

function rejectDuplicates(commands: readonly Command[]): void {
  const seen = new Map<string, Command>();
  for (const command of commands) {
    const shape = [...command.segments.map((segment) => segment ?? ':'), command.takesRest].join('/');
    const other = seen.get(shape);
    if (other !== undefined) {
      const both = `${describeRoute(command.route)} and ${describeRoute(other.route)}`;
      throw new Error(`${both} are the same command. Remove one of them, or change its path.`);
    }
    seen.set(shape, command);
  }
}

function matches(command: Command, words: readonly string[]): boolean {
  const { length } = command.segments;
  return countMatching(command, words) === length && (command.takesRest || words.length === length);
}

/** More segments win, then a literal word at the leftmost difference, then a command without `*`. */
function precedence(a: Command, b: Command): number {
  if (a.segments.length !== b.segments.length) return b.segments.length - a.segments.length;
  const different = a.segments.findIndex((segment, index) => (segment === null) !== (b.segments[index] === null));
  if (different >= 0) return a.segments[different] === null ? 1 : -1;
  return a.takesRest ? 1 : -1;
}

function paramsOf({ segments, names }: Command, words: readonly string[]): Readonly<Record<string, string>> {
  const rest = words.slice(segments.length).join(' ');
  const values = words.filter((_, index) => segments[index] === null);
  const params: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) params[name] = name === '*' ? rest : values[index]!;
  return params;
}

/** How many words match, from the left. An empty word matches no parameter. */
function countMatching({ segments }: Command, words: readonly string[]): number {
  let count = 0;
  while (count < words.length && count < segments.length) {
    const segment = segments[count];
    if (segment === null ? words[count] === '' : segment !== words[count]) break;
    count++;
  }
  return count;
}
