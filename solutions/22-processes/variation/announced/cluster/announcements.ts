import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';

/** `ask` goes from a worker to the primary, `tell` from there to all workers, `heard` and `done` are the way back. */
interface Message {
  announcement: 'ask' | 'tell' | 'heard' | 'done';
  id: string;
  on: boolean;
}

/** In the primary: passes on what this worker announces, and lets it know when all others have heard it. */
export function relay(worker: Worker): void {
  worker.on('message', async (message: Message) => {
    if (message.announcement !== 'ask') return;
    const news: Message = { ...message, announcement: 'tell' };
    await Promise.all(Object.values(cluster.workers!).map((other) => tell(other!, news)));
    if (worker.isConnected()) worker.send({ ...message, announcement: 'done' }, () => {});
  });
  worker.once('listening', () => listening.add(worker));
  worker.once('exit', () => listening.delete(worker));
}

/** Workers that have started. One that hasn't may have no listener yet, but hears it before it gets a connection. */
const listening = new Set<Worker>();

function tell(worker: Worker, news: Message): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: Message) => {
      if (message.announcement === 'heard' && message.id === news.id) end();
    };
    const end = () => {
      worker.off('message', hear);
      worker.off('exit', end);
      resolve();
    };
    worker.on('message', hear);
    worker.once('exit', end);
    if (worker.isConnected()) worker.send(news, () => {});
    if (!listening.has(worker) || !worker.isConnected()) end();
  });
}

/** In a worker, or in a program without any: resolves when every worker has heard it. */
export async function announce(on: boolean): Promise<void> {
  if (!cluster.isWorker) return;
  const id = randomUUID();
  await new Promise<void>((resolve) => {
    const hear = (message: Message) => {
      if (message.announcement !== 'done' || message.id !== id) return;
      process.off('message', hear);
      resolve();
    };
    process.on('message', hear);
    process.send!({ announcement: 'ask', id, on } satisfies Message);
  });
}

export function onAnnouncement(hear: (on: boolean) => void): void {
  process.on('message', (message: Message) => {
    if (message.announcement !== 'tell') return;
    hear(message.on);
    process.send!({ ...message, announcement: 'heard' });
  });
}
