import { module } from 'trellis';
import { Crew } from './crew.ts';

/** The process that answers nothing itself, and looks after those who do. */
export const CrewModule = module('CrewModule', {
  declarations: [Crew],
});
