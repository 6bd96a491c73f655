import type { Context } from '../../http/context.ts';
import type { Handler } from '../../routing/route.ts';

/** What the help says of a command, and which options it takes. */
export interface Usage {
  /** One line, without a full stop, for the list of commands. */
  summary: string;
  /**
   * The options as they are typed, each with a line for the help: `--name=<name>` takes a value, `--type=plain|resource`
   * one of these values, `--dry-run` none. Every other option is refused.
   */
  options?: Record<`--${string}`, string>;
  /** Whole lines to copy, without the program's name: `g module --name=posts --type=resource`. */
  examples?: string[];
}

/** One option of a command, taken apart. */
export interface Option {
  readonly name: string;
  /** What stands behind the equals sign in the help; empty for a flag. */
  readonly value: string;
  readonly choices: readonly string[] | undefined;
  readonly about: string;
}

const usage = Symbol('usage');

/**
 * Says what a command is for: `{ path: 'g/module', handler: command(this.module, { summary, options }) }`.
 * It hangs on the handler, because a route has five fields and no sixth. A command without it takes any option.
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

/** The options that a command declares; undefined where it declares nothing, and so takes any. */
export function optionsOf(about: Usage | undefined, place: string): Option[] | undefined {
  if (about === undefined) return undefined;
  return Object.entries(about.options ?? {}).map(([key, text]) => readOption(key, text, place));
}

/** Options that the platform answers itself. */
const reserved = ['help', 'version'];

function readOption(key: string, about: string, place: string): Option {
  const [, name, value = ''] = /^--([a-z][a-z0-9-]*)(?:=(.+))?$/i.exec(key) ?? [];
  if (name === undefined) {
    throw new TypeError(`${place}: "${key}" is no option. Write '--name=<name>', '--type=one|other' or '--flag'.`);
  }
  if (reserved.includes(name)) throw new TypeError(`${place}: --${name} is there already. Choose another name.`);
  if (value === '') return { name, value, choices: undefined, about };
  return { name, value, choices: value.startsWith('<') ? undefined : value.split('|'), about };
}
