import { isDeepStrictEqual } from 'node:util';
import type { StoreCall } from '../run/messages.ts';
import type { TraceEvent } from '../xray/trace-event.ts';
import type { Exchange } from './exchange.ts';
import { CheckFailure, curlOf } from './failure.ts';
import type { SentRequest } from './failure-parts.ts';
import { likelyCause } from './likely-cause.ts';

/**
 * The cause that an expectation suggests if it fails: a mistake in the learner's code, never the goal. Several if it may be
 * one of them; a function if the response tells them apart.
 */
export type Because = Causes | ((response: CheckedResponse) => Causes);
type Causes = string | readonly string[] | undefined;

/** A response of a chapter's program. Each expectation returns the response, so that they can be chained. */
export class CheckedResponse {
  readonly request: SentRequest;
  readonly code: number;
  readonly headers: Headers;
  readonly content: string;
  /** Only if the program runs with `TRELLIS_TRACE=1`. */
  readonly trace: TraceEvent | undefined;
  /** What the request asked the stores, if it came with orders. */
  readonly calls: readonly StoreCall[];
  /** What the program has read of this request, in that case: `query author`, `header x-user-id`. */
  readonly reads: readonly string[];
  /** What the program had logged about this request when it responded. */
  readonly #log: string;
  /** The status that the check expects: a status that has already passed can't be the cause of a later failure. */
  #rightStatus: number | undefined;
  /** Where the learner's chapter listens, for the command in the failure. */
  readonly #address: string | undefined;
  #expectsPage = false;

  constructor(exchange: Exchange, log: string, address: string | undefined) {
    const { request, status, headers, content, trace, calls = [], reads = [] } = exchange;
    this.request = request;
    this.code = status;
    this.headers = headers;
    this.content = content;
    this.trace = trace;
    this.calls = calls;
    this.reads = reads;
    this.#log = log;
    this.#address = address;
  }

  /** The body as JSON. Fails, with an explanation, if it isn't JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read `response.body.title` directly.
  get body(): any {
    try {
      return JSON.parse(this.content);
    } catch {
      return this.#fail('The response body is not JSON', 'a JSON body');
    }
  }

  status(expected: number, because?: Because): this {
    return this.#status(expected, String(expected), because);
  }

  /** The whole body, compared as data. */
  json(expected: unknown, because?: Because): this {
    const type = this.headers.get('content-type') ?? 'none';
    if (!type.startsWith('application/json')) {
      this.#fail(`Expected content type application/json, got ${type}`, this.#whole(JSON.stringify(expected)), because);
    }
    if (!isDeepStrictEqual(this.body, expected)) {
      this.#fail('The response body is different', this.#whole(JSON.stringify(expected)), because);
    }
    return this;
  }

  /** The error shape of the contract: `{ "error": message }`, and nothing else. */
  error(status: number, message: string, because?: Because): this {
    const body = { error: message };
    return this.#status(status, `${status} ${JSON.stringify(body)}`, because).json(body, because);
  }

  /** Some fields of the body. A function as the value is a condition that must return true. */
  fields(expected: Record<string, unknown>, because?: Because): this {
    const body: unknown = this.body;
    for (const [name, value] of Object.entries(expected)) {
      const actual = (body as Record<string, unknown> | null)?.[name];
      const holds = typeof value === 'function' ? value(actual) === true : isDeepStrictEqual(actual, value);
      if (holds) continue;
      const got = JSON.stringify(actual);
      const wanted = typeof value === 'function' ? undefined : JSON.stringify(value);
      const problem =
        got === undefined
          ? `The field "${name}" is missing`
          : wanted === undefined
            ? `The field "${name}" is ${got}`
            : `Expected the field "${name}" to be ${wanted}, got ${got}`;
      this.#fail(problem, wanted === undefined ? undefined : `{"${name}":${wanted}, …}`, because);
    }
    return this;
  }

  /** Fields that must be absent, such as a password hash. */
  without(names: string[], because?: Because): this {
    for (const name of names) {
      if (this.body !== null && typeof this.body === 'object' && name in this.body) {
        this.#fail(`The response has a field "${name}"`, `a body without "${name}"`, because);
      }
    }
    return this;
  }

  /** Says that the program makes pages: then HTML is never a surprise. */
  asPage(): this {
    this.#expectsPage = true;
    return this;
  }

  /** HTML, for people. */
  page(status: number, because?: Because): this {
    this.#expectsPage = true;
    const type = this.headers.get('content-type') ?? 'none';
    this.status(status, because);
    if (!type.startsWith('text/html'))
      this.#fail(`Expected content type text/html, got ${type}`, `${status} text/html`, because);
    return this;
  }

  /** 303: the browser follows with GET. */
  redirect(location: string, because?: Because): this {
    this.#expectsPage = true;
    return this.status(303, because).header('Location', location, because);
  }

  text(expected: string, because?: Because): this {
    if (this.content !== expected)
      this.#fail('The response body is different', expected === '' ? 'an empty body' : this.#whole(expected), because);
    return this;
  }

  /** `expected` may be a regular expression, or any other rule with a `toString`. */
  header(
    name: string,
    expected: string | { test(value: string): boolean; toString(): string },
    because?: Because,
  ): this {
    const actual = this.headers.get(name);
    const holds = typeof expected === 'string' ? actual === expected : actual !== null && expected.test(actual);
    if (!holds)
      this.#fail(
        actual === null ? `The header ${name} is missing` : `The header ${name} is "${actual}"`,
        `${name}: ${expected}`,
        because,
      );
    return this;
  }

  /** Any other condition. `expected` completes the headline "Expected …". */
  expect(holds: boolean, expected: string, because?: Because): this {
    if (!holds) this.#fail(`Expected ${expected}`, undefined, because);
    return this;
  }

  #status(expected: number, shown: string, because: Because): this {
    this.#rightStatus = expected;
    if (this.code !== expected) this.#fail(`Expected status ${expected}, got ${this.code}`, shown, because);
    return this;
  }

  /** A body as it should have been received: after its status, if the check has said which. */
  #whole(body: string): string {
    return [this.#rightStatus, body].filter((part) => part !== undefined).join(' ');
  }

  #fail(problem: string, expected: string | undefined, because?: Because): never {
    const suggested = typeof because === 'function' ? because(this) : because;
    const seen = likelyCause(this, this.#rightStatus, this.#log, this.#expectsPage);
    const cause = [seen, ...[suggested].flat()].filter((each) => each !== undefined);
    throw new CheckFailure({
      problem,
      request: this.request,
      curl: curlOf(this.request, this.#address),
      received: [String(this.code), shorten(visible(this.content))].filter(Boolean).join(' '),
      expected,
      cause,
    });
  }
}

/** Of a whole page, its content: every page has the same head. */
function visible(content: string): string {
  const main = /^<!doctype html>/i.test(content) ? content.indexOf('<main') : -1;
  return main === -1 ? content : `… ${content.slice(main)}`;
}

function shorten(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text;
}
