import type { Event, Trip } from './stations.ts';

/** Where two trips part, and how, in a sentence. */
export interface Parting {
  /** The station of each trip. */
  readonly mine: number;
  readonly solution: number;
  readonly sentence: string;
}

/**
 * The first place where the learner's trip and the solution's are not the same; undefined where they are.
 * Layers, their outcomes, the route and the status count. What a learner may call as they like counts only where nothing
 * else is different: then a handler of another name may well be the wrong handler.
 */
export function partingOf(mine: Trip, solution: Trip): Parting | undefined {
  // Nothing is known of the way of a request that was never answered.
  if (mine.events.length === 1 || solution.events.length === 1) return firstDifference(lastOf(mine), lastOf(solution));
  const shared = sharedNames(mine, solution);
  return (
    firstDifference(essence(mine, solution, shared), essence(solution, mine, shared)) ??
    firstDifference(inFull(mine), inFull(solution))
  );
}

interface Compared {
  readonly event: Event;
  readonly text: string;
}

function firstDifference(left: Compared[], right: Compared[]): Parting | undefined {
  const [mine, solution] = [withSetsInOrder(left, right), withSetsInOrder(right, left)];
  const index = solution.findIndex(({ text }, place) => mine[place]?.text !== text);
  if (index < 0 || mine[index] === undefined) return undefined;
  const yours = beyondSets(mine, index, solution[index]!.text).says;
  const other = beyondSets(solution, index, mine[index].text).says;
  return {
    mine: partner(solution, mine, index) ?? mine[index].event.station,
    solution: partner(mine, solution, index) ?? solution[index]!.event.station,
    sentence: `The solution ${other}; yours ${yours}.`,
  };
}

/** Where one leaves a middleware that the other is still in, they part in there: it is marked on both sides. */
function partner(leaving: Compared[], staying: Compared[], index: number): number | undefined {
  const entered = leaving.findIndex(({ event }) => event.station === leaving[index]!.event.station);
  const isLeft = entered < index && leaving[entered]!.event.key === 'middleware';
  return isLeft ? staying[entered]!.event.station : undefined;
}

/** That it put something into the context is news only where this is all: where the other one stopped, it went on. */
function beyondSets(compared: Compared[], index: number, other: string): Event {
  const next = compared.slice(index).find(({ event }) => !event.key.startsWith('set '))!;
  return other.startsWith('set ') || next.text === other ? compared[index]!.event : next.event;
}

function lastOf({ events }: Trip): Compared[] {
  return events.slice(-1).map((event) => ({ event, text: event.key }));
}

/** That a body was accepted counts where the other one looked at it, too: there are other ways to read it. */
function essence({ events }: Trip, other: Trip, shared: ReadonlySet<string>): Compared[] {
  const isBound = other.events.some(({ key }) => key === 'accepted' || key === 'refused');
  const counted = events.filter(({ key }) => isBound || key !== 'accepted');
  return counted.map((event) => {
    const isKnown = event.key === 'middleware' && shared.has(event.name ?? '');
    return { event, text: isKnown ? `${event.key} ${event.name}` : event.key };
  });
}

function inFull({ events }: Trip): Compared[] {
  return events.map((event) => ({ event, text: `${event.key} ${event.name ?? ''}` }));
}

/** In which order two values are put into the context makes no difference: those that both put there come first. */
function withSetsInOrder(compared: Compared[], other: Compared[]): Compared[] {
  const common = new Set(other.map(({ text }) => text));
  const rank = ({ text }: Compared) => `${common.has(text) ? 0 : 1} ${text}`;
  const result: Compared[] = [];
  let sets: Compared[] = [];
  for (const one of [...compared, undefined]) {
    if (one?.event.key.startsWith('set ')) {
      sets.push(one);
      continue;
    }
    result.push(...sets.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)));
    sets = [];
    if (one !== undefined) result.push(one);
  }
  return result;
}

/** A middleware that only one of them knows may be the same one under another name. */
function sharedNames(mine: Trip, solution: Trip): Set<string> {
  const namesOf = ({ events }: Trip) => events.filter(({ key }) => key === 'middleware').map(({ name }) => name ?? '');
  const others = new Set(namesOf(solution));
  return new Set(namesOf(mine).filter((name) => others.has(name)));
}
