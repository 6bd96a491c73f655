import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { inject, Log, traceHeaders, withTrace } from 'trellis';
import { type Letter, Letters } from './letters.ts';

/** Milliseconds between two looks at the table. */
const interval = 200;
const patience = 1_000;

/** Hands the letters to the mail service, several at the same time. */
export class LetterSender {
  @inject(Letters) private readonly letters!: Letters;
  @inject(Log) private readonly log!: Log;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  onStart(): void {
    if (this.letters.url !== '') this.#running = this.#watch(this.#stop.signal).catch(() => {});
  }

  async onStop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    for await (const _ of setInterval(interval, undefined, { signal })) {
      await this.#work(signal).catch((error) => this.log.error('looking for letters failed', { error }));
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    const jobs: Promise<void>[] = [];
    while (!signal.aborted) {
      const letter = await this.letters.claim();
      if (letter === undefined) break;
      jobs.push(withTrace({ traceparent: letter.traceparent }, () => this.#run(letter, signal)));
    }
    await Promise.all(jobs);
  }

  async #run(letter: Letter, signal: AbortSignal): Promise<void> {
    const { id, attempts } = letter;
    try {
      await this.#send(letter, signal);
      await this.letters.finish(letter);
      this.log.info('letter sent', { letter_id: id, attempts });
    } catch (error) {
      // During the shutdown, the job stays claimed, and is due again after its minute.
      if (signal.aborted) return;
      this.log.warn('sending a letter failed', { letter_id: id, attempts, error });
      await this.letters.retry(letter);
    }
  }

  /** The service does nothing for a key that it knows. See https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
  async #send({ id, recipient, subject }: Letter, signal: AbortSignal): Promise<void> {
    const response = await fetch(`${this.letters.url}/letters`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...traceHeaders() },
      body: JSON.stringify({ letter_id: id, recipient, subject }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The mail service responded with ${response.status}.`);
  }
}
