import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import { Context } from '../../http/context.ts';
import { defaultLimits } from '../../http/defaults.ts';
import { InvalidBody } from '../../http/errors.ts';
import { IncomingRequest } from '../../http/request.ts';
import { reasonOf } from '../../http/status.ts';
import type { FlatRoute } from '../../routing/route.ts';
import type { Log } from '../../services/log/log.ts';
import { printableLines } from '../../services/printable.ts';
import { statusAndBody } from '../api.ts';
import type { CliPlatform } from '../platform.ts';
import {
  type Arguments,
  checkOptions,
  includesFlag,
  type KnownOptions,
  parseArguments,
  UsageError,
} from './arguments.ts';
import { type CommandMatch, CommandTable } from './command-table.ts';
import { helpFor, type Program } from './help.ts';
import { type OutputStream, write, writeText } from './output.ts';
import { render } from './render.ts';

export interface CliOptions extends Partial<Program> {
  /** Where results go. */
  stdout?: OutputStream;
  /** Where errors go, and the help after a mistake. */
  stderr?: OutputStream;
}

/** Routes without a method are commands: `g/module` is typed `g module`, and `ctx.query('name')` reads `--name=x`. */
export function cli(options: CliOptions = {}): CliPlatform {
  return {
    kind: 'cli',
    run: (routes, argv, log, start) => new CommandLine(routes, options, log, start).run(argv),
  };
}

const helpOptions = ['--help', '-h'];
const exit = { done: 0, failed: 1, misused: 2 } as const;

/** The life of a command: arguments → table → chain → your handler → output → exit code. */
class CommandLine {
  readonly #table: CommandTable;
  readonly #program: Program;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #log: Log;
  readonly #start: () => Promise<void>;

  constructor(routes: FlatRoute[], options: CliOptions, log: Log, start: () => Promise<void>) {
    const { name = programName(), stdout = process.stdout, stderr = process.stderr } = options;
    this.#table = new CommandTable(routes);
    this.#program = { ...options, name };
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#log = log;
    this.#start = start;
  }

  async run(argv: string[]): Promise<number> {
    const known = this.#table.options();
    if (includesFlag(argv, ...helpOptions)) return this.#help(this.#wordsOf(argv, known));
    if (this.#program.version !== undefined && includesFlag(argv, '--version')) {
      await writeText(this.#stdout, `${this.#program.name} ${this.#program.version}`);
      return exit.done;
    }
    try {
      const { words, options } = parseArguments(argv, known);
      const found = this.#table.find(words);
      if (found !== undefined) return await this.#call(found, { words, options });
      if (words.length === 0 || words[0] === 'help') return await this.#help(words);
      if (this.#table.isGroup(words)) {
        await writeText(this.#stderr, helpFor(words, this.#table, this.#program));
        return exit.misused;
      }
      throw this.#table.mistakeIn(words, this.#program.name);
    } catch (error) {
      return this.#fail(error, this.#wordsOf(argv, known));
    }
  }

  /** For `--help` anywhere among the words, or `help` before them. */
  async #help(words: string[]): Promise<number> {
    const level = words[0] === 'help' && this.#table.knownPrefix(words).length === 0 ? words.slice(1) : words;
    await writeText(this.#stdout, helpFor(level, this.#table, this.#program));
    return exit.done;
  }

  /** The words without the options, even if the options contain a mistake, so that the right help can be shown. */
  #wordsOf(argv: string[], known: KnownOptions): string[] {
    const rest = argv.filter((word) => !helpOptions.includes(word));
    try {
      return parseArguments(rest, known).words;
    } catch {
      return rest.filter((word) => !word.startsWith('-'));
    }
  }

  async #call({ command, params }: CommandMatch, { words, options }: Arguments): Promise<number> {
    const name = [this.#program.name, command.label].filter(Boolean).join(' ');
    if (command.options !== undefined) checkOptions(options, command.options, name);
    await this.#start();
    const ctx = new Context(requestFor(words, options, params));
    return this.#respond(await command.run(ctx), ctx);
  }

  /** The same conventions as over HTTP: a returned value wins over a response in the context. */
  async #respond(value: unknown, ctx: Context): Promise<number> {
    const { status, body, contentType } = ctx.response;
    if (value !== undefined && value !== ctx) {
      const special = typeof value === 'object' && value !== null ? statusAndBody(value, ctx) : undefined;
      return special === undefined ? this.#print(value, status) : this.#print(special.body, special.status);
    }
    if (typeof body === 'string')
      return this.#print(contentType.startsWith('application/json') ? JSON.parse(body) : body, status);
    if (body === undefined) return this.#print(status >= 400 ? reasonOf(status) : undefined, status);
    await write(this.#stdout, body);
    return status >= 400 ? exit.failed : exit.done;
  }

  async #print(value: unknown, status: number): Promise<number> {
    const isFailure = status >= 400;
    const stream = isFailure ? this.#stderr : this.#stdout;
    const shown = isFailure ? messageIn(value) : value;
    const text = shown === undefined ? '' : render(shown, stream.isTTY === true);
    // A failure may quote what a stranger has written. Other strings are printed as they are, with their colors.
    await writeText(stream, isFailure ? printableLines(text) : text);
    return isFailure ? exit.failed : exit.done;
  }

  /** One sentence for the user. Details that only a programmer can use are logged at level `debug`. */
  async #fail(error: unknown, words: string[]): Promise<number> {
    if (error instanceof UsageError || error instanceof InvalidBody) {
      const known = [this.#program.name, ...this.#table.knownPrefix(words)].join(' ');
      const message = error instanceof InvalidBody ? problemsIn(error) : error.message;
      await writeText(this.#stderr, `${printableLines(message)}\nSee "${known} ${this.#program.help ?? '--help'}".`);
      return exit.misused;
    }
    this.#log.debug('The command failed', { error });
    // The message may quote what a remote server or a stranger has written.
    const message = error instanceof Error ? error.message || error.name : String(error);
    await writeText(this.#stderr, printableLines(message));
    return exit.failed;
  }
}

/**
 * Turns a command line into a request, so that handlers and middlewares get the same context as over HTTP. The options
 * become the query, and also the body, as a form would send them, so that `ctx.bind(CreatePostDTO)` validates them.
 */
function requestFor(words: string[], options: Map<string, string>, params: CommandMatch['params']): IncomingRequest {
  const query = new URLSearchParams([...options]).toString();
  const incoming = new IncomingMessage(new Socket());
  incoming.headers = { 'content-type': 'application/x-www-form-urlencoded' };
  incoming.push(query);
  incoming.push(null);
  return new IncomingRequest(incoming, { path: `/${words.join('/')}`, query }, params, defaultLimits.body, true);
}

/** The message in `{ error }`. Other values are printed as they are. */
function messageIn(value: unknown): unknown {
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  return typeof error === 'string' ? error : value;
}

function problemsIn({ problems }: InvalidBody): string {
  return problems.map(({ field, problem }) => `--${field} ${problem}.`).join('\n');
}

function programName(): string {
  return basename(process.argv[1] ?? 'command').replace(/\.[cm]?[jt]s$/, '');
}
