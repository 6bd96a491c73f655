import type { Span, TracedStep, TraceEvent } from './trace-event.ts';

/** Shorter gaps, in milliseconds and as a share of the request, are not news. */
const shortest = 1;
const smallestShare = 0.02;

/** What a layer was doing between two steps inside of it, or before the first, or after the last. */
export interface Gap {
  readonly kind: 'gap';
  readonly depth: number;
  readonly at: number;
  readonly ms: number;
  /** The time for each thing it was doing, the longest first. */
  readonly parts: readonly Spent[];
}

export interface Spent extends Pick<Span, 'what' | 'of'> {
  readonly ms: number;
}

/** When the layers of a request were over, in milliseconds: a stream goes on after them. */
export function lengthOf({ answer, ms }: TraceEvent): number {
  return answer?.stream?.at ?? ms;
}

/** The steps of a request, and between them the gaps that are worth a line. */
export function withGaps(trace: TraceEvent): readonly (TracedStep | Gap)[] {
  const { steps, activity = [] } = trace;
  const least = Math.max(shortest, lengthOf(trace) * smallestShare);
  const gaps = new Map<number, Gap[]>();
  for (const [index, layer] of steps.entries()) {
    if (layer.kind !== 'middleware' && layer.kind !== 'handler') continue;
    const inside = insideOf(steps, index);
    for (const { from, to } of freeOf(layer, inside)) {
      const parts = sumsOf(activity.map((span) => cut(span, from, to)));
      const ms = parts.reduce((sum, part) => sum + part.ms, 0);
      if (ms < least) continue;
      const gap: Gap = { kind: 'gap', depth: layer.depth + 1, at: from, ms, parts: worthNaming(parts, ms) };
      const next = inside.find((step) => step.depth === gap.depth && step.at >= from);
      const place = next === undefined ? index + inside.length + 1 : steps.indexOf(next);
      gaps.set(place, [...(gaps.get(place) ?? []), gap]);
    }
  }
  const all = [...steps, undefined].flatMap((step, index) => [...(gaps.get(index) ?? []), step]);
  return all.filter((step) => step !== undefined);
}

/** What the whole request has spent its time on: queries, and everything else that it was doing. */
export function spentBy(trace: TraceEvent): readonly (Spent | { what: 'query'; ms: number })[] {
  const { steps, activity = [] } = trace;
  const queries = steps.filter(({ kind }) => kind === 'query');
  // A turn of the event loop that has sent the response may go on after it, with something else.
  const end = Math.min(lengthOf(trace), Math.max(0, ...activity.map(({ at, ms }) => at + ms)));
  const free = freeOf({ at: 0, ms: end }, queries);
  const parts = sumsOf(activity.flatMap((span) => free.map(({ from, to }) => cut(span, from, to))));
  const inQueries = end - free.reduce((sum, { from, to }) => sum + to - from, 0);
  const all = inQueries > 0 ? [...parts, { what: 'query' as const, ms: inQueries }] : parts;
  return all.toSorted((one, other) => other.ms - one.ms);
}

/** The steps that are deeper than this one, as far as the next that isn't. */
function insideOf(steps: readonly TracedStep[], index: number): readonly TracedStep[] {
  const { depth } = steps[index]!;
  const end = steps.findIndex((step, at) => at > index && step.depth <= depth);
  return steps.slice(index + 1, end < 0 ? undefined : end);
}

/** The time in which none of these steps was active. */
function freeOf({ at, ms }: Pick<TracedStep, 'at' | 'ms'>, steps: readonly TracedStep[]) {
  const free: { from: number; to: number }[] = [];
  let from = at;
  for (const step of steps.toSorted((one, other) => one.at - other.at)) {
    if (step.kind === 'set') continue;
    const to = Math.min(step.at, at + ms);
    if (to > from) free.push({ from, to });
    from = Math.max(from, step.at + step.ms);
  }
  if (from < at + ms) free.push({ from, to: at + ms });
  return free;
}

function cut({ at, ms, ...rest }: Span, from: number, to: number): Spent {
  return { ...rest, ms: Math.max(0, Math.min(at + ms, to) - Math.max(at, from)) };
}

function sumsOf(spans: readonly Spent[]): Spent[] {
  const sums = new Map<string, Spent>();
  for (const span of spans) {
    if (span.ms === 0) continue;
    const key = `${span.what} ${span.of}`;
    sums.set(key, { ...span, ms: span.ms + (sums.get(key)?.ms ?? 0) });
  }
  return [...sums.values()].sort((one, other) => other.ms - one.ms);
}

function worthNaming(parts: readonly Spent[], whole: number): readonly Spent[] {
  return parts.filter(({ ms }, index) => index === 0 || (ms >= shortest && ms >= whole / 20));
}
