import type { Context } from '../../http/context.ts';
import type { Handler } from '../../routing/route.ts';

/** The help text of a command, and the options it accepts. */
export interface Usage {
  /** One line for the list of commands, without a full stop. */
  summary: string;
  /** What a final `*` takes, for the help: `[chapter]`. Default `[words...]`. */
  words?: string;
  /**
   * The options as they are typed, each with a line for the help: `--name=<name>` takes any value,
   * `--type=plain|resource` takes one of these values, and `--dry-run` takes none. All other options are rejected.
   */
  options?: Record<`--${string}`, string>;
  /** Complete command lines without the program's name: `g module --name=posts --type=resource`. */
  examples?: string[];
}

/** One parsed option of a command. */
export interface Option {
  readonly name: string;
  /** The part after the equals sign in the help. Empty for a flag. */
  readonly value: string;
  readonly choices: readonly string[] | undefined;
  readonly about: string;
}

const usage = Symbol('usage');

/**
 * Describes a command: `{ path: 'g/module', handler: command(this.module, { summary, options }) }`. The description is
 * attached to the handler, because a route has exactly five fields. A command without a description accepts any option.
 */
export function command(handler: Handler, about: Usage): Handler {
  function described(this: unknown, ctx: Context): unknown {
    return handler.call(this, ctx);
  }
  Object.defineProperty(described, 'name', { value: handler.name });
  return Object.assign(described, { [usage]: about });
}

export function usageOf(handler: Handler): Usage | undefined {
  return (handler as Handler & { [usage]?: Usage })[usage];
}

/** The options that a command declares. Undefined if it has no description, and so accepts any option. */
export function optionsOf(about: Usage | undefined, place: string): Option[] | undefined {
  if (about === undefined) return undefined;
  return Object.entries(about.options ?? {}).map(([key, text]) => readOption(key, text, place));
}

/** Options that the platform handles itself. */
const reserved = ['help', 'version'];

function readOption(key: string, about: string, place: string): Option {
  const [, name, value = ''] = /^--([a-z][a-z0-9-]*)(?:=(.+))?$/i.exec(key) ?? [];
  if (name === undefined) {
    throw new TypeError(
      `${place}: "${key}" is not a valid option. Write '--name=<name>', '--type=one|other' or '--flag'.`,
    );
  }
  if (reserved.includes(name)) throw new TypeError(`${place}: --${name} is built in. Choose another name.`);
  if (value === '') return { name, value, choices: undefined, about };
  return { name, value, choices: value.startsWith('<') ? undefined : value.split('|'), about };
}
