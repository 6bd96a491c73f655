import { chain } from '../../routing/chain.ts';
import { describeRoute, type FlatRoute, type Handler } from '../../routing/route.ts';
import { type KnownOptions, UsageError } from './arguments.ts';
import { type Option, optionsOf, type Usage, usageOf } from './command.ts';
import { didYouMean } from './nearest.ts';

/** A route as it is typed: `g/module` is `g module`, `:number` a word of its own, a last `*` all words that are left. */
export interface Command {
  readonly route: FlatRoute;
  /** Literal words as text, parameters as `null`. */
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

export interface FoundCommand {
  readonly command: Command;
  readonly params: Readonly<Record<string, string>>;
}

/** Every command of an application. Finds them with the router's order: exact, then parameters, then `*`. */
export class CommandTable {
  readonly commands: readonly Command[];

  /** Routes with a method are for the other platforms: a module may serve both, and share its services. */
  constructor(routes: FlatRoute[]) {
    this.commands = routes.filter((route) => route.method === undefined).map(commandOf);
    if (this.commands.length === 0) {
      throw new Error(
        'This application has no commands. Give a controller a route without a method: { path, handler }.',
      );
    }
    refuseEqual(this.commands);
  }

  find(words: readonly string[]): FoundCommand | undefined {
    const [command] = this.commands.filter((candidate) => fits(candidate, words)).sort(precedence);
    return command && { command, params: paramsOf(command, words) };
  }

  /** The commands that begin with these words, and go on. */
  below(words: readonly string[]): Command[] {
    return this.commands.filter(
      (command) => command.segments.length > words.length && matched(command, words) === words.length,
    );
  }

  /** Whether words alone lead on from here: then it is a group, and its help is a list of commands. */
  isGroup(words: readonly string[]): boolean {
    return this.below(words).some((command) => command.segments[words.length] !== null);
  }

  /** The longest beginning of the words that leads somewhere. */
  known(words: readonly string[]): string[] {
    const depth = Math.max(...this.commands.map((command) => matched(command, words)));
    return words.slice(0, depth);
  }

  /** What is wrong with words that are no command. */
  explain(words: readonly string[], program: string): UsageError {
    const known = this.known(words);
    const typed = [program, ...known].join(' ');
    const wrong = words[known.length];
    if (this.isGroup(known) && wrong !== undefined) return this.#unknown(known, wrong, program);
    const next = this.below(known)[0];
    if (next !== undefined) return new UsageError(`"${typed}" needs ${wordsOf(next)[known.length]}.`);
    return new UsageError(`"${typed}" takes no more words: "${wrong}" is one too many.`);
  }

  /** An option must be read before it is clear which command it is for, so its kind is the same everywhere. */
  options(): KnownOptions {
    const declared = new Map<string, Option>();
    for (const { options = [], label } of this.commands) {
      for (const option of options) {
        const other = declared.get(option.name);
        if (other !== undefined && (other.value === '') !== (option.value === '')) {
          throw new Error(`--${option.name} takes a value in one command and none in another, "${label}". Rename one.`);
        }
        declared.set(option.name, option);
      }
    }
    return { declared, complete: this.commands.every(({ options }) => options !== undefined) };
  }

  #unknown(known: readonly string[], wrong: string, program: string): UsageError {
    const siblings = this.below(known).flatMap(({ segments }) => segments[known.length] ?? []);
    const near = didYouMean(wrong, siblings, (word) => `"${[program, ...known, word].join(' ')}"`);
    // "module" for "g module": the right word, one level too high.
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
        `${place}: "${part}" is no word of a command. Use letters, digits, "-", ":name", or "*" at the end.`,
      );
    }
    if (!part.startsWith(':')) return part;
    if (names.includes(part.slice(1)))
      throw new TypeError(`${place}: two parameters are called "${part}". Rename one.`);
    names.push(part.slice(1));
    return null;
  });
  if (takesRest) names.push('*');
  const usage = usageOf(route.handler);
  const command = { route, segments, names, takesRest, usage, options: optionsOf(usage, place) };
  return { ...command, label: labelOf(command), run: chain(route.middlewares, route.handler) };
}

/** The words as the help shows them: parameters in brackets. */
function wordsOf({ segments, names }: Pick<Command, 'segments' | 'names'>): string[] {
  let parameter = 0;
  return segments.map((segment) => segment ?? `<${names[parameter++]}>`);
}

function labelOf(command: Pick<Command, 'segments' | 'names' | 'takesRest'>): string {
  return [...wordsOf(command), ...(command.takesRest ? ['[words...]'] : [])].join(' ');
}

function refuseEqual(commands: readonly Command[]): void {
  const seen = new Map<string, Command>();
  for (const command of commands) {
    const shape = [...command.segments.map((segment) => segment ?? ':'), command.takesRest].join('/');
    const equal = seen.get(shape);
    if (equal !== undefined) {
      const both = `${describeRoute(command.route)} and ${describeRoute(equal.route)}`;
      throw new Error(`${both} are the same command. Remove one of them, or change its path.`);
    }
    seen.set(shape, command);
  }
}

function fits(command: Command, words: readonly string[]): boolean {
  const { length } = command.segments;
  return matched(command, words) === length && (command.takesRest || words.length === length);
}

/** The one that says more of the words; then the one whose leftmost difference is a literal; then the one without `*`. */
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

/** How many of the words fit, from the left. An empty word fits no parameter. */
function matched({ segments }: Command, words: readonly string[]): number {
  let count = 0;
  while (count < words.length && count < segments.length) {
    const segment = segments[count];
    if (segment === null ? words[count] === '' : segment !== words[count]) break;
    count++;
  }
  return count;
}
