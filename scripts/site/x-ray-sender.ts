import { randomUUID } from 'node:crypto';
import { HttpError, inject } from 'trellis';
import { curlOf, type SentRequest } from '../workshop/check/failure.ts';
import { type KeepsakeName, Keepsakes } from '../workshop/predict/keepsakes.ts';
import { sendRequest, sentHeader } from '../workshop/send-request.ts';
import { Site } from './site.ts';
import { XrayFeed } from './x-ray-feed.ts';
import type { KeptTrace } from './x-ray-view.ts';

export interface Sent {
  readonly status: number;
  /** Undefined where the program did not tell of it in time. */
  readonly trace: KeptTrace | undefined;
}

/**
 * Sends requests to the chapter that runs, on this machine, and to nobody else. What a login gives is kept here, in
 * memory: pages write `<TOKEN>` and never see it.
 */
export class XraySender {
  @inject(Site) private readonly site!: Site;
  @inject(XrayFeed) private readonly feed!: XrayFeed;
  readonly #keepsakes = new Keepsakes();
  /** Which run the keepsakes belong to: another one knows nothing of them. */
  #run = '';

  /** What a login has given, by name. */
  atHand(): KeepsakeName[] {
    if (this.feed.run !== this.#run) this.#keepsakes.forget();
    return this.#keepsakes.names;
  }

  async send({ method, path, headers, body }: SentRequest): Promise<Sent> {
    const { program } = this.feed;
    if (program === undefined) {
      const { number } = this.site.workshop().current();
      throw new HttpError(409, `No chapter is running. Start one with npm run chapter ${number}.`);
    }
    if (!/^[A-Z]{3,10}$/.test(method)) throw new HttpError(400, 'A method is a word in capitals, such as GET.');
    // With this beginning it is a path of the chapter's, whatever stands behind it.
    if (!path.startsWith('/')) throw new HttpError(400, 'A path begins with a slash.');
    this.atHand();
    this.#run = this.feed.run;
    const mark = randomUUID();
    const expected = this.feed.expect(mark);
    const filled = Object.entries(headers).map(([name, value]) => [name, this.#keepsakes.fill(value)]);
    try {
      const answer = await sendRequest(Number(new URL(program.url).port), {
        method,
        path: encoded(this.#keepsakes.fill(path)),
        headers: { ...Object.fromEntries(filled), [sentHeader]: mark },
        ...(body === undefined || body === '' ? {} : { body: this.#keepsakes.fill(body) }),
      });
      this.#keepsakes.keep(answer.headers, answer.body);
      return { status: answer.status, trace: await expected.within(5_000) };
    } catch (error) {
      throw new HttpError(502, `The request could not be sent: ${(error as Error).message}`);
    } finally {
      expected.forget();
    }
  }

  /** The request as a line to paste. Where a secret would stand, its name stands. */
  curl(sent: SentRequest): string {
    return curlOf(sent, this.feed.program?.url);
  }
}

/** A browser's address line does the same: what HTTP does not allow in a path is escaped, and nothing else. */
function encoded(path: string): string {
  const escaped = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return path.replace(/[^\x21-\x7e]+/g, (text) => escaped(text).join(''));
}
