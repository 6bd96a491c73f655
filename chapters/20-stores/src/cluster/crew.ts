import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { inject, Log } from 'trellis';

/** Milliseconds. Whoever lives longer than this has not died of its start. */
const longEnough = 10_000;
const shortestPause = 100;
const longestPause = 10_000;
/** More than the framework takes to finish: whoever is still there then hangs. */
const patience = 20_000;

/** Several processes on one port. */
export class Crew {
  @inject(Log) private readonly log!: Log;
  /** Those who leave because we asked them to. */
  readonly #leaving = new Set<Worker>();
  #earlyDeaths = 0;
  #isStopping = false;

  start(size: number): void {
    const connections = size * Number(process.env.DATABASE_POOL || 10);
    this.log.info(`${size} workers, with up to ${connections} connections to the database`, { pid: process.pid });
    for (let i = 0; i < size; i++) this.#hire();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#stop());
    // Step 5: SIGHUP.
  }

  /** One more of us. Whoever dies is replaced; whoever leaves because we asked is not. */
  #hire(): Worker {
    throw new Error('Step 4: fork a worker, and replace it when it dies. Return it.');
  }

  /** At once would be a mistake: a program that dies at its start would be started a hundred times a second. */
  #replace(worker: Worker, age: number, reason: string | number): void {
    // Step 4: work out the pause, log the death, and hire somebody when it is over.
  }

  /** Everybody finishes, and nobody is replaced. Who asks twice changes nothing. */
  async #stop(): Promise<void> {
    // Step 4: dismiss everybody, and exit with 0.
  }

  /** By a message, since Windows has no signals. Resolves when it is gone. */
  async #dismiss(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    this.#leaving.add(worker);
    const gone = once(worker, 'exit');
    const late = setTimeout(() => worker.process.kill('SIGKILL'), patience);
    if (worker.isConnected()) worker.send('stop');
    // One that is still starting has nobody who listens, and does not hear it.
    worker.once('listening', () => worker.send('stop'));
    await gone;
    clearTimeout(late);
  }

  // Step 5: #restart().
}
