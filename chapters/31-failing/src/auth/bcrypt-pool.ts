import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { HttpError } from 'trellis';

interface Job {
  task: { name: 'hash' | 'compare'; args: unknown[] };
  signal: AbortSignal | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Runs bcrypt in worker threads. On the main thread, every other request would wait for each hash. */
export class BcryptPool {
  /** Leaves one processor for the main thread. */
  readonly #size = Math.max(1, Math.min(4, availableParallelism() - 1));
  /** A hash at cost 14 takes more than a second, so the last job in a full queue waits for about ten. */
  readonly #mostWaiting = 8 * this.#size;
  #admitted = 0;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: Job[] = [];

  /** Does work that needs a hash, or throws a 503 immediately if the queue is full. */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    this.#dropAborted();
    if (this.#admitted >= this.#mostWaiting + this.#size) throw new HttpError(503);
    this.#admitted++;
    try {
      return await work();
    } finally {
      this.#admitted--;
    }
  }

  /** The threads that are computing a hash. */
  get running(): number {
    return this.#workers.size - this.#idle.length;
  }

  /** The jobs that no thread has begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  hash(password: string, cost: number, signal?: AbortSignal): Promise<string> {
    return this.#enqueue<string>({ name: 'hash', args: [password, cost] }, signal);
  }

  /** Does at least the work of `cost`, so that the time it takes says nothing about the hash. */
  compare(password: string, hash: string, cost: number, signal?: AbortSignal): Promise<boolean> {
    return this.#enqueue<boolean>({ name: 'compare', args: [password, hash, cost] }, signal);
  }

  async onStop(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #enqueue<T>(task: Job['task'], signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // Jobs whose clients have disconnected must not keep anyone out.
      this.#dropAborted();
      if (this.#waiting.length >= this.#mostWaiting) throw new HttpError(503);
      this.#waiting.push({ task, signal, resolve: resolve as Job['resolve'], reject });
      this.#assign();
    });
  }

  /** Gives the next job to an idle thread, or to a new one while there are fewer than `#size`. */
  #assign(): void {
    this.#dropAborted();
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#workers.size < this.#size ? this.#spawn() : undefined);
    if (worker !== undefined) void this.#work(worker, this.#waiting.shift()!);
  }

  #dropAborted(): void {
    for (const job of this.#waiting.splice(0)) {
      if (job.signal?.aborted) job.reject(job.signal.reason);
      else this.#waiting.push(job);
    }
  }

  async #work(worker: Worker, { task, resolve, reject }: Job): Promise<void> {
    try {
      worker.postMessage(task);
      const [{ value, error }] = await once(worker, 'message');
      if (error === undefined) resolve(value);
      else reject(error);
      this.#idle.push(worker);
    } catch (error) {
      // The thread itself has died. The next job gets a new one.
      this.#workers.delete(worker);
      reject(error);
    }
    this.#assign();
  }

  #spawn(): Worker {
    // No arguments: the thread needs neither the TypeScript loader nor anything else this process was started with.
    const worker = new Worker(new URL('./bcrypt-worker.mjs', import.meta.url), { execArgv: [] });
    worker.unref();
    this.#workers.add(worker);
    return worker;
  }
}
