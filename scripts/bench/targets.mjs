/** At least this much of bare node:http: its CPU time per request, divided by ours. */
export const SHARE_OF_BARE = 0.97;

/** The framework that a learner writes in Part V. */
export const LEARNERS_SHARE = 0.85;

/** A lookup among 10,000 routes may cost this many times one among 10. */
export const LOOKUP_GROWTH = 1.2;

/** What the ratios of a run (work → server → ratio to bare node:http) say about our targets. */
export function judgeServers(ratios) {
  return Object.entries(ratios).flatMap(([work, { mine, trellis, fastify }]) => {
    if (mine !== undefined) return [atLeast(`${work}: your share of bare node:http`, LEARNERS_SHARE, mine)];
    if (trellis === undefined) return [];
    const verdicts = [atLeast(`${work}: share of bare node:http`, SHARE_OF_BARE, trellis)];
    if (fastify !== undefined) verdicts.push(moreThan(`${work}: ahead of Fastify`, fastify, trellis));
    return verdicts;
  });
}

export function judgeLookup(growth) {
  return verdict(
    'lookup: the same 10 routes among 10,000',
    `at most ${LOOKUP_GROWTH.toFixed(2)}`,
    growth,
    growth <= LOOKUP_GROWTH,
  );
}

function atLeast(what, target, reached) {
  return verdict(what, `at least ${target.toFixed(2)}`, reached, reached >= target);
}

function moreThan(what, target, reached) {
  return verdict(what, `more than ${target.toFixed(2)}`, reached, reached > target);
}

function verdict(what, target, reached, ok) {
  return { what, target, reached: reached.toFixed(3), verdict: ok ? 'ok' : 'short' };
}
