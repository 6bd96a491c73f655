import cluster from 'node:cluster';
import { createServer } from 'node:http';

if (cluster.isPrimary) {
  for (const oven of ['bread', 'cake']) cluster.fork({ OVEN: oven });
  cluster.on('exit', (worker, code, signal) => console.log(`${worker.process.pid} has exited: ${signal ?? code}`));
} else {
  createServer((_, response) => response.end(`${process.env.OVEN}\n`)).listen(4000);
}
