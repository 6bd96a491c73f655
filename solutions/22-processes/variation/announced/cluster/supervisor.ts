import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { Clock, inject, Log } from 'trellis';
import { relay } from './announcements.ts';

/** Milliseconds. A worker that has lived this long has started properly. */
const stable = 10_000;
const shortestPause = 100;
const longestPause = 10_000;
/** Longer than the framework takes to start, and to shut down. A worker that takes longer hangs. */
const patience = 20_000;

/** Runs several workers on one port, and replaces those that die. */
export class Supervisor {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  /** Workers that exit because they were asked to. */
  readonly #retiring = new Set<Worker>();
  /** Deaths in a row, each of a worker that had not become stable. */
  #deaths = 0;
  #isStopping = false;
  #restarting: Promise<void> = Promise.resolve();

  start(count: number): void {
    const connections = count * Number(process.env.DATABASE_POOL || 10);
    this.log.info(`${count} workers, with up to ${connections} connections to the database`, { pid: process.pid });
    for (let i = 0; i < count; i++) this.#fork();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#stop());
    // A second SIGHUP waits until the first restart is done.
    process.on('SIGHUP', () => {
      this.#restarting = this.#restarting.then(() => this.#restart());
    });
  }

  /** Starts a worker. If it dies, it is replaced; if it exits because we asked it to, it isn't. */
  #fork(): Worker {
    const forked = this.clock.now();
    const worker = cluster.fork();
    relay(worker);
    worker.once('exit', (code, signal) => {
      if (this.#retiring.delete(worker) || this.#isStopping) return;
      this.#replace(worker, this.clock.now() - forked, signal ?? code);
    });
    return worker;
  }

  /** After a pause: a program that crashes at startup would otherwise be started as often as the machine can. */
  #replace(worker: Worker, age: number, reason: string | number): void {
    if (age >= stable) this.#deaths = 0;
    const pause = Math.min(shortestPause * 2 ** this.#deaths++, longestPause);
    this.log.error('a worker has died', { pid: worker.process.pid, reason, pause });
    setTimeout(() => {
      if (!this.#isStopping) this.#fork();
    }, pause);
  }

  /** Stops all workers and exits. A second signal changes nothing. */
  async #stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await Promise.all(Object.values(cluster.workers!).map((worker) => this.#retire(worker!)));
    process.exit(0);
  }

  /** Asks a worker to finish its requests and exit, by a message, since Windows has no signals. Resolves when it has. */
  async #retire(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    this.#retiring.add(worker);
    const gone = once(worker, 'exit');
    const late = setTimeout(() => worker.process.kill('SIGKILL'), patience);
    // A worker may exit while we send, after a Ctrl-C for example. Without a callback, that error would end the supervisor.
    const ask = () => worker.send('stop', () => {});
    if (worker.isConnected()) ask();
    // A worker that is still starting may not have a listener yet: send it again.
    worker.once('listening', ask);
    await gone;
    clearTimeout(late);
  }

  /** Replaces all workers, one at a time: the new one listens before the old one stops. */
  async #restart(): Promise<void> {
    for (const worker of Object.values(cluster.workers!)) {
      if (this.#isStopping) return;
      const next = this.#fork();
      // Until it listens, it is on trial: if it dies at startup, it isn't replaced.
      this.#retiring.add(next);
      // One that hangs while it starts must not hold up this restart, and all that follow, for good.
      const late = setTimeout(() => next.process.kill('SIGKILL'), patience);
      const hasStarted = await Promise.race([
        once(next, 'listening').then(() => true),
        once(next, 'exit').then(() => false),
      ]);
      clearTimeout(late);
      if (this.#isStopping) return;
      if (!hasStarted) return this.log.error('the new worker does not start, so the old ones stay');
      this.#retiring.delete(next);
      // If the old one has died meanwhile, it was replaced already, and the new one is one too many.
      await this.#retire(worker!.isDead() ? next : worker!);
    }
    this.log.info('all workers are new');
  }
}
