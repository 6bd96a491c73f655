/** What the incidents of a chapter, and the checks of their repairs, are written with: `#incident`. */

export { inBatches, postId, seedPosts, seedUsers, sentence, timeOf, tokenFor, tokenOf, userId } from './blog-data.ts';
export { type Board, type Fields, type Item, linesOf } from './board.ts';
export { requireEvidence } from './evidence-check.ts';
export { type Cause, type Incident, incident, type Outside } from './incident.ts';
export {
  type Both,
  best,
  bodyOf,
  fail,
  type Rehearsal,
  type Rehearsed,
  ratioOf,
  rehearse,
  repeat,
} from './rehearsal.ts';
export {
  callsShow,
  framesShow,
  heapShows,
  logShows,
  metricShows,
  planShows,
  rowsHave,
  rowsShow,
  statementShows,
} from './shown.ts';
export { requireTimeline } from './timeline-check.ts';
export { percentile, type User, type UserKind, type Visit } from './traffic.ts';
