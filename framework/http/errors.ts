import type { Problem } from '../dto/field.ts';
import { isStatus, reasonOf } from './status.ts';

/** Thrown by a handler or a middleware to respond with a status and a message: `throw new HttpError(404, 'Post not found')`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message = reasonOf(status), options?: ErrorOptions) {
    super(message, options);
    if (!isStatus(status) || status < 400) {
      throw new RangeError(`HttpError(${status}): the status of an error is an integer from 400 to 599.`);
    }
    this.status = status;
  }
}

/** The JSON body of an error response. */
export function errorShape(message: string): { error: string } {
  return { error: message };
}

/** Thrown by `bind`, `bindQuery` and `bindParams`. The client only gets the 400; `problems` are for our log and trace. */
export class InvalidBody extends HttpError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(400, 'Invalid request');
    this.problems = problems;
  }
}

/** The client disconnected before its request was complete, so nobody will read a response. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('The client disconnected before its request was complete.');
  }
}
