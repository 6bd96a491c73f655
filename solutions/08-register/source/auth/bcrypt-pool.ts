import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

interface Job {
  task: { name: 'hash' | 'compare'; args: unknown[] };
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** bcrypt in threads of its own: it is slow on purpose, and on the main thread every other request would wait for it. */
export class BcryptPool {
  /** One processor is left for the requests. */
  readonly #size = Math.max(1, Math.min(4, availableParallelism() - 1));
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: Job[] = [];

  hash(password: string, cost: number): Promise<string> {
    return this.#enqueue<string>({ name: 'hash', args: [password, cost] });
  }

  compare(password: string, hash: string): Promise<boolean> {
    return this.#enqueue<boolean>({ name: 'compare', args: [password, hash] });
  }

  async onStop(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #enqueue<T>(task: Job['task']): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ task, resolve: resolve as Job['resolve'], reject });
      this.#assign();
    });
  }

  /** Gives the next job to a thread that is free, or to a new one as long as there are few. */
  #assign(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#workers.size < this.#size ? this.#spawn() : undefined);
    if (worker !== undefined) void this.#work(worker, this.#waiting.shift()!);
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
    // No arguments: the thread needs neither the TypeScript loader nor whatever else this process was started with.
    const worker = new Worker(new URL('./bcrypt-worker.mjs', import.meta.url), { execArgv: [] });
    worker.unref();
    this.#workers.add(worker);
    return worker;
  }
}
