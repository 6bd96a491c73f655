import { module } from 'trellis';
import { LastConnections } from './last-connections.ts';

/** What a worker needs. In a program without a supervisor, it does nothing. */
export const WorkerModule = module('WorkerModule', {
  declarations: [LastConnections],
});
