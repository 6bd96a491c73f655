/** What the faults of drills are written with, beside `#incident`: `#drill`. */

export { bothBlogs, fault } from './fault.ts';
export { other } from './other-causes.ts';
export { readers } from './readers.ts';
export {
  answered,
  asMuchMemory,
  asQuick,
  asResponsive,
  fewStatements,
  type Sent,
  sameAsHealthy,
  succeed,
} from './verdicts.ts';
