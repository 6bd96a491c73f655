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
  #restarting: Promise<void> = Promise.resolve();

  start(size: number): void {
    const connections = size * Number(process.env.DATABASE_POOL || 10);
    this.log.info(`${size} workers, with up to ${connections} connections to the database`, { pid: process.pid });
    for (let i = 0; i < size; i++) this.#hire();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#stop());
    // One after another: a second wish waits until the first is done.
    process.on('SIGHUP', () => {
      this.#restarting = this.#restarting.then(() => this.#restart());
    });
  }

  /** One more of us. Whoever dies is replaced; whoever leaves because we asked is not. */
  #hire(): Worker {
    const hired = performance.now();
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => {
      if (this.#leaving.delete(worker) || this.#isStopping) return;
      this.#replace(worker, performance.now() - hired, signal ?? code);
    });
    return worker;
  }

  /** At once would be a mistake: a program that dies at its start would be started a hundred times a second. */
  #replace(worker: Worker, age: number, reason: string | number): void {
    this.#earlyDeaths = age < longEnough ? this.#earlyDeaths + 1 : 0;
    const pause = Math.min(shortestPause * 2 ** Math.max(0, this.#earlyDeaths - 1), longestPause);
    this.log.error('a worker has died', { pid: worker.process.pid, reason, pause });
    setTimeout(() => {
      if (!this.#isStopping) this.#hire();
    }, pause);
  }

  /** Everybody finishes, and nobody is replaced. Who asks twice changes nothing. */
  async #stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await Promise.all(Object.values(cluster.workers!).map((worker) => this.#dismiss(worker!)));
    process.exit(0);
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

  /** Everybody, one at a time: the new one opens the door before the old one leaves. */
  async #restart(): Promise<void> {
    for (const worker of Object.values(cluster.workers!)) {
      if (this.#isStopping) return;
      const next = this.#hire();
      // On trial: where it dies at its start, nobody replaces it.
      this.#leaving.add(next);
      const hasStarted = await Promise.race([
        once(next, 'listening').then(() => true),
        once(next, 'exit').then(() => false),
      ]);
      if (this.#isStopping) return;
      if (!hasStarted) return this.log.error('the new worker does not start, so the old ones stay');
      this.#leaving.delete(next);
      // For one who died meanwhile, somebody was hired already: then the new one is too many.
      await this.#dismiss(worker!.isDead() ? next : worker!);
    }
    this.log.info('all workers are new');
  }
}
