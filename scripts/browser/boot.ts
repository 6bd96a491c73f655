import { takeEntries } from './machine/files.ts';
import { connectToParent, type Port, receive } from './machine/link.ts';
import { mailbox } from './machine/mailbox.ts';
import { type Boot, setWorkerParts } from './machine/processes.ts';
import process, { bootProcess } from './node/process.ts';
import { bootThread } from './node/worker_threads.ts';

/* A worker first hears what it is. Modules that are imported after this one find `process.env` and the files in place. */

// A worker of the browser would have everything again that `install.ts` has taken away.
Object.defineProperty(globalThis, 'Worker', { value: undefined });

export const boot = await new Promise<Boot>((resolve) => {
  const parent = connectToParent(globalThis as unknown as Port);
  receive('boot', (packet) => {
    const given = packet as unknown as Boot;
    setWorkerParts(given.parts);
    takeEntries(given.files);
    bootProcess(given, parent);
    if (given.kind === 'thread') {
      const deliver = bootThread(given, (message) => parent.send(message));
      receive('thread', ({ message }, link) => link === parent && deliver(message));
    } else {
      const deliver = mailbox(process);
      receive('ipc', ({ message }, link) => link === parent && deliver(message));
    }
    resolve(given);
  });
});
