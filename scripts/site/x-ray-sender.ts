import { randomUUID } from 'node:crypto';
import { HttpError, inject } from 'trellis';
import { type KeepsakeName, Keepsakes } from '../review/predict/keepsakes.ts';
import { curlOf } from '../workshop/check/failure.ts';
import type { SentRequest } from '../workshop/check/failure-parts.ts';
import { type ReceivedResponse, sendRequest, sentHeader } from '../workshop/send-request.ts';
import { Site } from './site.ts';
import { XrayFeed } from './x-ray-feed.ts';
import type { KeptTrace } from './x-ray-view.ts';

export interface Sent {
  readonly status: number;
  /** Undefined if the program did not send the trace in time. */
  readonly trace: KeptTrace | undefined;
}

/**
 * Sends requests to the running chapter on this machine, and to no other host. Tokens from a login are kept here, in
 * memory: pages write `<TOKEN>` and never see the value.
 */
export class XraySender {
  @inject(Site) private readonly site!: Site;
  @inject(XrayFeed) private readonly feed!: XrayFeed;
  readonly #keepsakes = new Keepsakes();
  /** The run of the program that the keepsakes belong to. They are invalid in any other run. */
  #run = '';

  /** The names of the values that are kept from earlier responses. */
  atHand(): KeepsakeName[] {
    if (this.feed.run !== this.#run) this.#keepsakes.forget();
    return this.#keepsakes.names;
  }

  /** `printed` is what the text shows as the response. Values that have a name in it are kept under that name. */
  async send({ method, path, headers, body }: SentRequest, printed = ''): Promise<Sent> {
    this.atHand();
    this.#run = this.feed.run;
    const filled = Object.entries(headers).map(([name, value]) => [name, this.#keepsakes.fill(value)]);
    const mark = randomUUID();
    const expected = this.feed.expect(mark);
    try {
      const answer = await this.exchange(
        {
          method,
          path: this.#keepsakes.fill(path),
          headers: Object.fromEntries(filled),
          ...(body === undefined || body === '' ? {} : { body: this.#keepsakes.fill(body) }),
        },
        mark,
      );
      this.#keepsakes.keep(answer.headers, answer.body, printed);
      return { status: answer.status, trace: await expected.within(5_000) };
    } finally {
      expected.forget();
    }
  }

  /** Sends exactly this, replaces no names and keeps nothing. The trace can be found by the mark. */
  async exchange({ method, path, ...rest }: SentRequest, mark: string): Promise<ReceivedResponse> {
    const { program } = this.feed;
    if (program === undefined) {
      const { number } = this.site.workshop().current();
      throw new HttpError(409, `No chapter is running. Start one with npm run chapter ${number}.`);
    }
    if (!/^[A-Z]{3,10}$/.test(method)) throw new HttpError(400, 'A method is a word in capitals, such as GET.');
    // A leading slash ensures that the request goes to the chapter: anything after it is part of the path.
    if (!path.startsWith('/')) throw new HttpError(400, 'A path begins with a slash.');
    const headers = { ...rest.headers, [sentHeader]: mark };
    try {
      return await sendRequest(Number(new URL(program.url).port), { ...rest, method, path: encoded(path), headers });
    } catch (error) {
      throw new HttpError(502, `The request could not be sent: ${(error as Error).message}`);
    }
  }

  /** The request as a `curl` command, with the names of secrets instead of their values. */
  curl(sent: SentRequest): string {
    return curlOf(sent, this.feed.program?.url);
  }
}

/** Escapes only the characters that HTTP doesn't allow in a path, as the address bar of a browser does. */
function encoded(path: string): string {
  const escaped = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return path.replace(/[^\x21-\x7e]+/g, (text) => escaped(text).join(''));
}
