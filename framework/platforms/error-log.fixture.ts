import { Log } from '../services/log.ts';

/** Keeps what went wrong, for tests that cause it. */
export class ErrorLog extends Log {
  readonly errors: string[] = [];
  debug() {}
  info() {}
  warn() {}
  error(message: string, fields: { error?: Error } = {}) {
    this.errors.push(`${message}: ${fields.error?.message}`);
  }
  child() {
    return this;
  }
}
