import type { Laboratory } from './laboratory.ts';

/** How many requests are under way at a time: as many as every program has to bear. */
const most = 4;

type InGroups = typeof inGroups;

/**
 * For examiners with many requests that don't depend on each other: learners wait for the verdict. If one of several requests ends
 * the program, another program gets them one by one, so that the failure names the right one.
 */
export async function manyAtOnce(
  lab: Laboratory,
  examine: (lab: Laboratory, inGroups: InGroups) => Promise<void>,
): Promise<void> {
  try {
    await examine(lab, inGroups);
  } catch (error) {
    if (!(await lab.app.running()).hasExited) throw error;
    await examine(lab.another(), (requests, send) => inGroups(requests, send, 1));
    throw error;
  }
}

/** Throws what went wrong with the first of them in their order, not in time. */
export async function inGroups<T>(
  requests: Iterable<T>,
  send: (request: T) => Promise<void>,
  size = most,
): Promise<void> {
  const waiting = [...requests];
  while (waiting.length > 0) {
    const results = await Promise.allSettled(waiting.splice(0, size).map(send));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
