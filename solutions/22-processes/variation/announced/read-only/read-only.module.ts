import { module } from 'trellis';
import { ReadOnly } from './read-only.ts';
import { Writable } from './writable.ts';

/** Whether posts may be changed. */
export const ReadOnlyModule = module('ReadOnlyModule', {
  declarations: [ReadOnly, Writable],
  exports: [ReadOnly, Writable],
});
