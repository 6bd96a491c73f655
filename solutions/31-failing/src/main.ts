import cluster from 'node:cluster';
import { createApp } from 'trellis';
import { stopOnMessage } from './cluster/stop-on-message.ts';
import { SupervisorModule } from './cluster/supervisor.module.ts';
import { Supervisor } from './cluster/supervisor.ts';
import { workerCount } from './cluster/worker-count.ts';

const count = workerCount();
if (cluster.isPrimary && count > 1) {
  createApp(SupervisorModule).get(Supervisor).start(count);
} else {
  stopOnMessage();
  await import('./api.ts');
}
