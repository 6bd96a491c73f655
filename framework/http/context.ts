import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dto, type Schema, type ValidationResult, validate } from '../dto/field.ts';
import type { RequestTrace, Step } from '../trace/trace.ts';
import { type CookieOptions, formatCookie } from './cookies.ts';
import { HttpError, InvalidBody } from './errors.ts';
import type { IncomingRequest } from './request.ts';
import { OutgoingResponse } from './response.ts';

const jsonType = 'application/json; charset=utf-8';
const textType = 'text/plain; charset=utf-8';

/** Everything that a handler or a middleware knows of one request, and the way to answer it. */
export class Context {
  readonly request: IncomingRequest;
  readonly response = new OutgoingResponse();
  /** Filled in while somebody listens to the trace channel. */
  trace: RequestTrace | undefined;
  /** True while `bind` is at work: an answer that goes out meanwhile was made without it. */
  isBinding = false;
  readonly #outgoing: ServerResponse | undefined;
  #values: Map<string, unknown> | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: IncomingRequest, outgoing?: ServerResponse) {
    this.request = request;
    this.#outgoing = outgoing;
  }

  /** A parameter of the path, decoded; `''` where the route has none of this name. */
  param(name: string): string {
    return this.request.params()[name] ?? '';
  }

  /** A parameter of the query; the first where it is repeated, `''` where it is absent. */
  query(name: string): string {
    return this.request.query(name) ?? '';
  }

  queryDefault(name: string, fallback: string): string {
    return this.request.query(name) ?? fallback;
  }

  header(name: string): string {
    return this.request.header(name);
  }

  cookie(name: string): string {
    return this.request.cookie(name);
  }

  /** The body as a DTO or any Standard Schema. What does not fit is 400 `Invalid request`; the trace says why. */
  bind<T>(target: Dto<T> | Schema<T>): Promise<T> {
    this.isBinding = true;
    const step = this.trace?.enter('bind', typeof target === 'function' ? target.name : 'schema');
    // A chain and no `await`: this stands in the way of every request with a body.
    const bound: Promise<T> = this.request.body().then(
      (bytes) => {
        try {
          const checked = validate(target, this.request.parse(bytes), this.request.isForm ? 'form' : 'json');
          if ('then' in checked) return this.#bindLater(checked, step, bound);
          return this.#accept(checked, step);
        } catch (error) {
          throw this.#refuse(error, step, bound);
        }
      },
      (error: unknown) => {
        throw this.#refuse(error, step, bound);
      },
    );
    return bound;
  }

  async #bindLater<T>(checked: Promise<ValidationResult<T>>, step: Step | undefined, bound: Promise<T>): Promise<T> {
    try {
      return this.#accept(await checked, step);
    } catch (error) {
      throw this.#refuse(error, step, bound);
    }
  }

  #accept<T>(result: ValidationResult<T>, step: Step | undefined): T {
    if ('problems' in result) throw new InvalidBody(result.problems);
    this.isBinding = false;
    this.trace?.leave(step!, 'accepted', fieldsOf(result.value));
    return result.value;
  }

  #refuse(error: unknown, step: Step | undefined, bound: Promise<unknown>): unknown {
    this.isBinding = false;
    this.trace?.leave(step!, error instanceof HttpError ? 'refused' : 'threw', reasonFor(error));
    // Where an `await` was forgotten nobody looks at a refusal, and Node would end the process over it.
    bound.catch(ignore);
    return error;
  }

  /** Leaves a value for the middlewares and the handler further in. */
  set(key: string, value: unknown): void {
    this.#values ??= new Map();
    this.#values.set(key, value);
    this.trace?.set(key, value);
  }

  /** The same as `set`, under the name that the contract knows too. */
  setValue(key: string, value: unknown): void {
    this.set(key, value);
  }

  get<T = unknown>(key: string): T {
    return this.#values?.get(key) as T;
  }

  /** Chooses the status: `ctx.status(201).json(post)`, or for the value that the handler returns. */
  status(status: number): this {
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`ctx.status(${status}): a status is a whole number from 200 to 599.`);
    }
    this.response.status = status;
    return this;
  }

  /** Answers with JSON, even where the `return` in front of it was forgotten. */
  json(value: unknown): this {
    const text = JSON.stringify(value);
    if (text === undefined) {
      throw new TypeError(
        `ctx.json(): ${typeof value} is nothing that JSON knows. Was a function named, and not called?`,
      );
    }
    return this.#answer(text, jsonType);
  }

  /** Answers with text. */
  send(text: string): this {
    if (typeof text !== 'string') throw new TypeError(`ctx.send() takes text, not ${typeof text}. Use ctx.json().`);
    return this.#answer(text, textType);
  }

  /** Answers with what a stream gives, piece by piece: files, events. Set its type with `response.setHeader`. */
  stream(body: Readable): this {
    // It may fail before it is sent, and an error that nobody hears ends the process. `send` finds out by itself.
    body.on('error', () => {});
    return this.#answer(body, '');
  }

  /** Sends the client elsewhere. */
  redirect(url: string, status = 302): this {
    // Encodes what has no place in an address, line breaks and backslashes above all, and leaves escapes and `[::1]`.
    this.response.setHeader('location', encodeURI(url).replace(/%(25|5B|5D)/g, decodeURIComponent));
    this.response.body = undefined;
    return this.status(status);
  }

  setCookie(name: string, value: string, options: CookieOptions = {}): this {
    this.response.appendHeader('set-cookie', formatCookie(name, value, options));
    return this;
  }

  /** Aborts when the client goes away: hand it to slow work. Made on first use, since most handlers never ask. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#outgoing);
    return this.#signal;
  }

  #answer(body: string | Readable, contentType: string): this {
    this.response.body = body;
    this.response.contentType = contentType;
    return this;
  }
}

function reasonFor(error: unknown): string {
  if (!(error instanceof InvalidBody)) return error instanceof Error ? error.message : String(error);
  return error.problems.map(({ field, problem }) => `${field || 'the body'} ${problem}`).join(', ');
}

/** The names of what came through, never the values. */
function fieldsOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 20).join(', ') : '';
}

function ignore(): void {}

function signalOf(outgoing: ServerResponse | undefined): AbortSignal {
  const controller = new AbortController();
  if (outgoing === undefined) return controller.signal;
  if (isCut(outgoing)) controller.abort();
  // On the response: the request closes as soon as its body was read.
  outgoing.once('close', () => {
    if (isCut(outgoing)) controller.abort();
  });
  return controller.signal;
}

function isCut(outgoing: ServerResponse): boolean {
  return outgoing.destroyed && !outgoing.writableFinished;
}
