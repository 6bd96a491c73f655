import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

/** The baker who is tired goes home when the next one stands at the oven. */
export async function relieve(tired: Worker): Promise<void> {
  const rested = cluster.fork();
  await once(rested, 'listening');
  tired.send('go home');
  await once(tired, 'exit');
}
