import { inspect } from 'node:util';
import { Log, type LogFields } from 'trellis';

/** Keeps everything that the program logs, so that a test can read it. */
export class RecordingLog extends Log {
  #text = '';

  /** All messages and fields so far. */
  get text(): string {
    return this.#text;
  }

  debug(message: string, fields?: LogFields): void {
    this.#record(message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#record(message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#record(message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#record(message, fields);
  }

  child(fields: LogFields): Log {
    this.#record('child', fields);
    return this;
  }

  #record(message: string, fields: LogFields = {}): void {
    this.#text += `${message} ${inspect(fields, { depth: null })}\n`;
  }
}
