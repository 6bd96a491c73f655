import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

/** A tired baker goes home when the next one is at the oven. */
export async function relieve(tired: Worker): Promise<void> {
  const rested = cluster.fork();
  await once(rested, 'listening');
  tired.send('go home');
  await once(tired, 'exit');
}
