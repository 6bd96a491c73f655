import cluster from 'node:cluster';
import { once } from 'node:events';

/**
 * The primary may hand a connection to a worker that has just stopped listening. The worker sends it back, and the primary
 * hands it to another one. A worker that has exited can't, so it leaves the cluster first: after that, nothing is on its way.
 */
export class LastConnections {
  async onStop(): Promise<void> {
    if (!cluster.isWorker || !process.connected) return;
    const left = once(process, 'disconnect');
    cluster.worker!.disconnect();
    await left;
  }
}
