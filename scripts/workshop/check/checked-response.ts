import { isDeepStrictEqual } from 'node:util';
import { CheckFailure, curlOf, type SentRequest } from './failure.ts';
import { likelyCause } from './likely-cause.ts';

/** What an expectation may say about its own failure. */
export type Because = string | undefined;

/** A response of a chapter's program. Each expectation returns the response, so that they can be chained. */
export class CheckedResponse {
  readonly request: SentRequest;
  readonly code: number;
  readonly headers: Headers;
  readonly content: string;
  /** What the program had logged about this request when it responded. */
  readonly #log: string;
  /** The status that the check expects: a status that has already passed can't be the cause of a later failure. */
  #rightStatus: number | undefined;
  /** Where the learner's chapter listens, for the command in the failure. */
  readonly #address: string | undefined;
  #expectsPage = false;

  constructor(
    request: SentRequest,
    code: number,
    headers: Headers,
    content: string,
    log: string,
    address: string | undefined,
  ) {
    this.#address = address;
    this.request = request;
    this.code = code;
    this.headers = headers;
    this.content = content;
    this.#log = log;
  }

  /** The body as JSON. Fails, with an explanation, if it isn't JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read `response.body.title` directly.
  get body(): any {
    try {
      return JSON.parse(this.content);
    } catch {
      return this.#fail('The answer is not JSON.', 'a JSON body');
    }
  }

  status(expected: number, because?: Because): this {
    this.#rightStatus = expected;
    if (this.code !== expected) this.#fail(`The status is ${this.code}.`, `${expected}`, because);
    return this;
  }

  /** The whole body, compared as data. */
  json(expected: unknown, because?: Because): this {
    const type = this.headers.get('content-type') ?? 'none';
    if (!type.startsWith('application/json')) {
      this.#fail(`The content type is ${type}.`, 'application/json', because);
    }
    if (!isDeepStrictEqual(this.body, expected)) this.#fail('The body differs.', JSON.stringify(expected), because);
    return this;
  }

  /** The error shape of the contract: `{ "error": message }`, and nothing else. */
  error(status: number, message: string, because?: Because): this {
    return this.status(status, because).json({ error: message }, because);
  }

  /** Some fields of the body. A function as the value is a condition that must return true. */
  fields(expected: Record<string, unknown>, because?: Because): this {
    const body: unknown = this.body;
    for (const [name, value] of Object.entries(expected)) {
      const actual = (body as Record<string, unknown> | null)?.[name];
      const holds = typeof value === 'function' ? value(actual) === true : isDeepStrictEqual(actual, value);
      if (holds) continue;
      const shown = typeof value === 'function' ? '' : ` = ${JSON.stringify(value)}`;
      this.#fail(`The field "${name}" is ${JSON.stringify(actual) ?? 'missing'}.`, `"${name}"${shown}`, because);
    }
    return this;
  }

  /** Fields that must be absent, such as a password hash. */
  without(names: string[], because?: Because): this {
    for (const name of names) {
      if (this.body !== null && typeof this.body === 'object' && name in this.body) {
        this.#fail(`The body has a field "${name}".`, `no "${name}"`, because);
      }
    }
    return this;
  }

  /** HTML, for people. */
  page(status: number, because?: Because): this {
    this.#expectsPage = true;
    const type = this.headers.get('content-type') ?? 'none';
    this.status(status, because);
    if (!type.startsWith('text/html')) this.#fail(`The content type is ${type}.`, 'text/html', because);
    return this;
  }

  /** 303: the browser follows with GET. */
  redirect(location: string, because?: Because): this {
    this.#expectsPage = true;
    return this.status(303, because).header('Location', location, because);
  }

  text(expected: string, because?: Because): this {
    if (this.content !== expected)
      this.#fail('The text differs.', expected === '' ? 'an empty body' : expected, because);
    return this;
  }

  header(name: string, expected: string | RegExp, because?: Because): this {
    const actual = this.headers.get(name);
    const holds = typeof expected === 'string' ? actual === expected : actual !== null && expected.test(actual);
    if (!holds)
      this.#fail(
        `The header ${name} is ${actual === null ? 'missing' : `"${actual}"`}.`,
        `${name}: ${expected}`,
        because,
      );
    return this;
  }

  /** Any other condition, with the check's own description. */
  expect(holds: boolean, expected: string, because?: Because): this {
    if (!holds) this.#fail('This does not hold.', expected, because);
    return this;
  }

  #fail(problem: string, expected: string, because?: Because): never {
    const cause = [likelyCause(this, this.#rightStatus, this.#log, this.#expectsPage), because]
      .filter(Boolean)
      .join('\n  Or: ');
    throw new CheckFailure({
      problem,
      request: this.request,
      curl: curlOf(this.request, this.#address),
      answered: [String(this.code), shorten(visible(this.content))].filter(Boolean).join(' '),
      expected,
      cause: cause === '' ? undefined : cause,
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
