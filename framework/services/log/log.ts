import { jsonLine, type LogLine, textLine } from './line.ts';
import { isError, LineBudget, loggable, logName, logText, read, UNREADABLE } from './value.ts';

export type LogFields = Record<string, unknown>;

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];

/**
 * What happened, in a sentence, with the particulars as fields: `log.warn('login failed', { email, error })`.
 * Logging never throws: it is called where something has gone wrong already.
 */
export abstract class Log {
  abstract debug(message: string, fields?: LogFields): void;
  abstract info(message: string, fields?: LogFields): void;
  abstract warn(message: string, fields?: LogFields): void;
  abstract error(message: string, fields?: LogFields): void;

  /** A log that adds these fields to each of its lines. */
  abstract child(fields: LogFields): Log;
}

export interface StreamLogOptions {
  /** Standard error by default, so that a command can print its result on standard output. */
  stream?: LogStream;
  /** Lines below this level are dropped. `LOG_LEVEL` by default, else `info`. */
  level?: LogLevel;
  /** JSON lines for programs (the default where the stream is no terminal), or lines for people. */
  json?: boolean;
}

export type LogStream = NodeJS.WritableStream & { isTTY?: boolean; hasColors?(): boolean };

/**
 * Readable lines on a terminal, JSON lines elsewhere.
 *
 * A field never takes the place of another: where its name is taken, by `time`, `level`, `message` or a field of the
 * parent log, it gets an underscore (`level_`). So nothing is lost, and what came with a request cannot pass itself off
 * as what the program said.
 */
export class StreamLog extends Log {
  readonly #stream: LogStream;
  readonly #level: LogLevel;
  readonly #threshold: number;
  readonly #json: boolean;
  #fields: Field[] = [];

  constructor({ stream = process.stderr, level, json = !stream.isTTY }: StreamLogOptions = {}) {
    super();
    // Trimmed, because `set LOG_LEVEL=debug && …` on Windows leaves a space behind the word.
    const wanted = level ?? (process.env.LOG_LEVEL?.trim().toLowerCase() || 'info');
    const known = LEVELS.find((name) => name === wanted);
    this.#stream = stream;
    this.#level = known ?? 'info';
    this.#threshold = LEVELS.indexOf(this.#level);
    this.#json = json;
    survive(stream);
    if (!known) this.warn(`There is no log level ${wanted}: using info.`, { known: LEVELS.join(', ') });
  }

  // The level is compared before anything else happens: a line that nobody wants costs next to nothing.

  debug(message: string, fields?: LogFields): void {
    if (this.#threshold <= 0) this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    if (this.#threshold <= 1) this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    if (this.#threshold <= 2) this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    if (this.#threshold <= 3) this.#write('error', message, fields);
  }

  child(fields: LogFields): Log {
    const child = new StreamLog({ stream: this.#stream, level: this.#level, json: this.#json });
    child.#fields = [...this.#fields, ...entries(fields)];
    return child;
  }

  #write(level: LogLevel, message: string, fields: LogFields | undefined): void {
    try {
      const line = this.#line(level, message, fields);
      this.#stream.write(this.#json ? jsonLine(line) : textLine(line, this.#stream.hasColors?.() ?? false));
    } catch {
      // There is nowhere left to tell.
    }
  }

  #line(level: LogLevel, message: string, given: LogFields | undefined): LogLine {
    const budget = new LineBudget();
    // The time of the machine, not the Clock's: a log says when something happened, also where a test moves time.
    const line: LogLine = { time: new Date(), level, message: logText(message, budget), fields: new Map() };
    for (const [name, value] of [...this.#fields, ...entries(given)]) {
      if (budget.values <= 0) {
        line.fields.set('…', 'the line was too long');
        break;
      }
      let free = logName(name);
      while (RESERVED.includes(free) || line.fields.has(free)) free += '_';
      const copy = loggable(value, budget);
      if (copy !== undefined) line.fields.set(free, copy);
    }
    return line;
  }
}

const RESERVED = ['time', 'level', 'message'];

type Field = [name: string, value: unknown];

/** Object.entries for what anybody may hand over: listing the names or reading a value can throw. */
function entries(fields: LogFields | undefined): Field[] {
  if (!fields) return [];
  try {
    // The compiler refuses an error in the place of the fields, but not one typed `any`; it must not be lost.
    if (isError(fields)) return [['error', fields]];
    return Object.keys(fields).map((name) => [name, read(fields, name)]);
  } catch {
    return [['fields', UNREADABLE]];
  }
}

const guarded = new WeakSet<LogStream>();

/** A reader that goes away (`| head`) is told by an error event, and one that nobody hears would end the process. */
function survive(stream: LogStream): void {
  if (guarded.has(stream)) return;
  guarded.add(stream);
  stream.on('error', () => {});
}
