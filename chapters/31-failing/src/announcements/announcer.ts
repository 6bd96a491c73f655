import { setInterval } from 'node:timers/promises';
import { inject, Log, traceHeaders, withTrace } from 'trellis';
import { jobs } from '../observe/metrics.ts';
import { type Announcement, Announcements } from './announcements.ts';

/** Milliseconds between two looks at the table. */
const interval = 500;
const patience = 5_000;

/** Tells another service, such as a search index or a newsletter, about new posts. */
export class Announcer {
  @inject(Announcements) private readonly announcements!: Announcements;
  @inject(Log) private readonly log!: Log;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  onStart(): void {
    if (this.announcements.url !== '') this.#running = this.#watch(this.#stop.signal).catch(() => {});
  }

  async onStop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    for await (const _ of setInterval(interval, undefined, { signal })) {
      await this.#work(signal).catch((error) => this.log.error('looking for announcements failed', { error }));
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const job = await this.announcements.claim();
      if (job === undefined) return;
      await withTrace({ traceparent: job.traceparent }, () => this.#run(job, signal));
    }
  }

  async #run(job: Announcement, signal: AbortSignal): Promise<void> {
    const { post_id, attempts } = job;
    try {
      await this.#send(post_id, signal);
      await this.announcements.finish(job);
      this.log.info('post announced', { post_id, attempts });
      jobs.inc({ result: 'ok' });
    } catch (error) {
      // During the shutdown, the job stays claimed, and is due again after its minute.
      if (signal.aborted) return;
      jobs.inc({ result: 'failed' });
      this.log.warn('announcing a post failed', { post_id, attempts, error });
      await this.announcements.retry(job);
    }
  }

  async #send(post_id: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.announcements.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...traceHeaders() },
      body: JSON.stringify({ post_id }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    // Nobody needs the body, but an unread one keeps its connection.
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The service responded with ${response.status}.`);
  }
}
