import { EventEmitter } from './events.ts';
import { missing } from './missing.ts';

/** A machine in a browser has one process per program. */
const cluster = Object.assign(new EventEmitter(), {
  isPrimary: true,
  isMaster: true,
  isWorker: false,
  workers: {},
  settings: {},
  fork: missing('node:cluster', 'fork'),
});

export const { isPrimary, isWorker, workers, fork } = cluster;

export default cluster;
