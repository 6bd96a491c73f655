import { STATUS_CODES } from 'node:http';

/** Thrown to respond with a status and a message: `throw new HttpError(404, 'Post not found')`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message = STATUS_CODES[status] ?? 'Error', options?: ErrorOptions) {
    super(message, options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`HttpError(${status}): the status of an error is an integer from 400 to 599.`);
    }
    this.status = status;
  }
}

/** The client disconnected before its request was complete, so nobody will read a response. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
