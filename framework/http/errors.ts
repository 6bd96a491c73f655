import { STATUS_CODES } from 'node:http';
import type { Problem } from '../dto/field.ts';

/** Thrown by a handler or a middleware to answer with a status and a message: `throw new HttpError(404, 'Post not found')`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message = reasonOf(status), options?: ErrorOptions) {
    super(message, options);
    if (!isErrorStatus(status)) throw new RangeError(`HttpError(${status}): an error's status is from 400 to 599.`);
    this.status = status;
  }
}

/** The client learns only that its request was invalid; which rule failed is for our own log and trace. */
export class InvalidBody extends HttpError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(400, 'Invalid request');
    this.problems = problems;
  }
}

/** The client left before its request was complete. Nobody is there to read an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor(options?: ErrorOptions) {
    super('The client left before its request was complete.', options);
  }
}

/** `404` → `Not Found`. */
export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}

function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}
