import type { Log } from './services/log/log.ts';

/** Anything that Ctrl-C or a process manager can stop. */
interface Stoppable {
  stop(): Promise<void>;
}

const running = new Set<Stoppable>();
const signals = ['SIGINT', 'SIGTERM'] as const;
/** npm forwards Ctrl-C although the terminal has sent it to us already: two signals this close are one key press. */
const samePress = 500;
let firstSignalAt = 0;

/** Stops on SIGINT and SIGTERM, then exits: with 0, or with 1 if stopping failed. A second signal ends the process immediately. */
export function stopOnSignal(app: Stoppable): void {
  if (running.size === 0) for (const signal of signals) process.on(signal, stopAll);
  running.add(app);
}

export function forgetSignals(app: Stoppable): void {
  running.delete(app);
  // During a shutdown the listener stays, for the second signal.
  if (running.size === 0 && firstSignalAt === 0) for (const signal of signals) process.off(signal, stopAll);
}

function stopAll(): void {
  const now = performance.now();
  if (firstSignalAt > 0) {
    if (now - firstSignalAt > samePress) process.exit(1);
    return;
  }
  firstSignalAt = now;
  Promise.allSettled([...running].map((app) => app.stop())).then((ends) => {
    process.exit(ends.some(({ status }) => status === 'rejected') ? 1 : 0);
  });
}

/**
 * A promise was rejected, and nothing handles it. By default, Node ends the process, so one forgotten `await` would cut off
 * every other request. An uncaught exception may leave any code half done, but a rejection only ended its own async function:
 * it is logged instead.
 */
export function logUnhandledRejections(log: Log): void {
  if (process.listenerCount('unhandledRejection') > 0) return;
  process.on('unhandledRejection', (error) => {
    log.error('A promise was rejected and nothing handled it. Is an await missing?', { error });
  });
}
