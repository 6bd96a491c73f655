import { ignoreErrorEvents } from '../error-events.ts';
import { jsonLine, type LogLine, textLine } from './line.ts';
import { isError, LineBudget, loggable, logName, logText, read, UNREADABLE } from './loggable.ts';
import { currentScope } from './scope.ts';

export type LogFields = Record<string, unknown>;

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];

/**
 * Logs events: a short message, with the details as fields: `log.warn('login failed', { email, error })`.
 * Logging never throws, because it is often called when something has already gone wrong.
 */
export abstract class Log {
  abstract debug(message: string, fields?: LogFields): void;
  abstract info(message: string, fields?: LogFields): void;
  abstract warn(message: string, fields?: LogFields): void;
  abstract error(message: string, fields?: LogFields): void;

  /** Returns a log that adds these fields to every line. */
  abstract child(fields: LogFields): Log;
}

export interface StreamLogOptions {
  /** Standard error by default, so that a command can print its result to standard output. */
  stream?: LogStream;
  /** Lines below this level are dropped. By default the value of `LOG_LEVEL`, or `info`. */
  level?: LogLevel;
  /** Whether to write JSON lines for programs. The default, unless the stream is a terminal. */
  json?: boolean;
}

export type LogStream = NodeJS.WritableStream & { isTTY?: boolean; hasColors?(): boolean };

/**
 * Readable lines on a terminal, JSON lines elsewhere.
 *
 * A field never replaces another. If its name is already used by `time`, `level`, `message` or a field of the parent log
 * or of the request, it gets an underscore (`level_`). So nothing is lost, and data from a request can't imitate the
 * program's own fields.
 */
export class StreamLog extends Log {
  readonly #stream: LogStream;
  readonly #level: LogLevel;
  readonly #threshold: number;
  readonly #json: boolean;
  #fields: Field[] = [];

  constructor({ stream = process.stderr, level, json = !stream.isTTY }: StreamLogOptions = {}) {
    super();
    // Trimmed, because `set LOG_LEVEL=debug && …` on Windows leaves a trailing space.
    const requested = level ?? (process.env.LOG_LEVEL?.trim().toLowerCase() || 'info');
    const known = LEVELS.find((name) => name === requested);
    this.#stream = stream;
    this.#level = known ?? 'info';
    this.#threshold = LEVELS.indexOf(this.#level);
    this.#json = json;
    ignoreErrorEvents(stream);
    if (!known) this.warn(`Unknown log level "${requested}", using info.`, { known: LEVELS.join(', ') });
  }

  // The level is compared before anything else happens, so that a dropped line costs next to nothing.

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
      // There is nowhere left to report this.
    }
  }

  #line(level: LogLevel, message: string, given: LogFields | undefined): LogLine {
    const budget = new LineBudget();
    // The machine's time, not the Clock's: a log records when something happened, even if a test moves the Clock.
    const line: LogLine = { time: new Date(), level, message: logText(message, budget), fields: new Map() };
    for (const [name, value] of [...this.#fields, ...(currentScope() ?? []), ...entries(given)]) {
      if (budget.values <= 0) {
        line.fields.set('…', 'fields omitted: the line is too long');
        break;
      }
      let unused = logName(name);
      const copy = loggable(value, budget);
      // A line that names its request itself doesn't repeat what the scope has already added.
      if (copy === undefined || line.fields.get(unused) === copy) continue;
      while (RESERVED.includes(unused) || line.fields.has(unused)) unused += '_';
      line.fields.set(unused, copy);
    }
    return line;
  }
}

const RESERVED = ['time', 'level', 'message'];

type Field = [name: string, value: unknown];

/** Object.entries for untrusted objects, where listing the names or reading a value can throw. */
function entries(fields: LogFields | undefined): Field[] {
  if (!fields) return [];
  try {
    // The compiler rejects an error in place of the fields, but not one of type `any`. It must not be lost.
    if (isError(fields)) return [['error', fields]];
    return Object.keys(fields).map((name) => [name, read(fields, name)]);
  } catch {
    return [['fields', UNREADABLE]];
  }
}
