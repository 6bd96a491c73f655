import { module } from 'trellis';
import { ReadOnly } from './read-only.ts';

/** Whether posts may be changed. */
export const ReadOnlyModule = module('ReadOnlyModule', {
  declarations: [ReadOnly],
  exports: [ReadOnly],
});
