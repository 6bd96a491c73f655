import { module } from 'trellis';
import { Supervisor } from './supervisor.ts';

/** The primary process: it handles no requests, and looks after the workers that do. */
export const SupervisorModule = module('SupervisorModule', {
  declarations: [Supervisor],
});
