import { printable } from '../../../framework/services/printable.ts';
import type { TraceEvent } from '../trace-lines.ts';
import type { Outcome } from './playback.ts';

type Step = TraceEvent['steps'][number];

/** One line of a trip: what stands there, and what it has in common with the same line of another trip. */
export interface Station {
  readonly text: string;
  /** Lines with the same key stand side by side. How it ended is no part of it. */
  readonly key: string;
}

/** Something that a request does on its way, at one of the stations. Two trips part where these do. */
export interface Event {
  readonly station: number;
  /** What must be the same in both. */
  readonly key: string;
  /** The end of the sentence "The solution …". */
  readonly says: string;
  /** The name of a class or a handler of the learner's own, where that is all that could differ. */
  readonly name?: string;
}

export interface Trip {
  readonly stations: readonly Station[];
  readonly events: readonly Event[];
}

/** The trip of one request: without times, which are different on every trip. */
export function tripOf(outcome: Outcome): Trip {
  const { request, status, problem, trace } = outcome;
  const trip = new Drawing(outcome);
  trip.line('request', `→ ${request.method} ${trace?.path ?? request.path.split('?')[0]!}`);
  if (trace !== undefined) {
    trip.route(trace);
    trip.steps(trace.steps.filter((step) => trace.resolution !== undefined || step.kind !== 'handler'));
  }
  trip.line('answer', `← ${status || 'nothing'}${problem === undefined ? '' : `: ${problem}`}`);
  trip.event(`answer ${status}`, problem === undefined ? `answers ${status}` : `gives no answer: ${problem}`);
  return trip;
}

class Drawing implements Trip {
  readonly stations: Station[] = [];
  readonly events: Event[] = [];
  readonly #outcome: Outcome;

  constructor(outcome: Outcome) {
    this.#outcome = outcome;
  }

  // Paths, names and messages come from outside, so everything that will be shown is escaped here.

  line(key: string, text: string): void {
    this.stations.push({ key, text: printable(text) });
  }

  event(key: string, says: string, name?: string, station = this.stations.length - 1): void {
    this.events.push({ station, key, says: printable(says), name });
  }

  route({ resolution, status }: TraceEvent): void {
    if (resolution === undefined) {
      const isPath = status !== 400;
      this.line('route', isPath ? '  no route matches' : '  this is no path');
      this.event('no route', isPath ? 'finds no route' : 'finds no path in it');
      return;
    }
    const { path, kind, params } = resolution;
    const values = Object.entries(params).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    this.line('route', `  route ${path} (${[kind, ...values].join(', ')})`);
    // The names of parameters are the learner's own: `/posts/:id` and `/posts/:post` are one route.
    this.event(`route ${path.replace(/:\w+/g, ':')}`, `takes the route ${path}`);
  }

  /** A step is entered, then comes what stands inside of it, and then it ends. */
  steps(steps: readonly Step[]): void {
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index]!;
      let end = index + 1;
      while (end < steps.length && steps[end]!.depth > step.depth) end++;
      const station = this.#draw(step);
      const isLayer = step.kind === 'middleware' || step.kind === 'handler';
      const then = step.outcome === 'stopped' ? `, which stops with ${this.#outcome.status}` : '';
      if (isLayer) this.event(step.kind, `goes on to ${nameOf(step)}${then}`, step.name, station);
      this.steps(steps.slice(index + 1, end));
      this.#end(step, station);
      index = end - 1;
    }
  }

  #draw({ kind, name, depth, outcome, note, value }: Step): number {
    const indent = '  '.repeat(depth + 1);
    const isNamed = kind !== 'serialize';
    const words = [kind, isNamed && (name || '(in the route)'), value && `= ${value}`, outcome];
    // That nothing went wrong with what was made is no news.
    if (!isNamed || kind === 'query') words.splice(3, 1, outcome === 'threw' && outcome);
    this.line(`${kind} ${isNamed && kind !== 'query' ? name : ''}`, indent + words.filter(Boolean).join(' '));
    const station = this.stations.length - 1;
    if (note) this.line(`note ${kind}`, `${indent}  ${note}`);
    return station;
  }

  #end(step: Step, station: number): void {
    const { kind, name, outcome, note } = step;
    const { status, trace } = this.#outcome;
    const error = trace?.error === undefined ? '' : `: ${trace.error.replace(/\.$/, '')}`;
    const hasFailed = outcome === 'threw' && status >= 500;
    if (kind === 'set') this.event(`set ${name}`, `puts ${name} into the context`, undefined, station);
    else if (kind === 'bind' && outcome === 'accepted')
      this.event('accepted', `accepts the body as ${name}`, name, station);
    else if (kind === 'bind') {
      const reason = note === undefined ? '' : `: ${note.replace(/\.$/, '')}`;
      this.event('refused', `refuses the body${reason}`, undefined, station);
    } else if (kind === 'middleware') this.#endOfMiddleware(step, station, hasFailed, error);
    else if (hasFailed) this.event(`${kind} threw`, `throws in ${placeOf(step)}${error}`, undefined, station);
    // An HttpError that is thrown and an answer that is returned are two ways to say the same: the status decides.
    else if (kind === 'handler') this.event('handler left', `returns from ${nameOf(step)}`, undefined, station);
  }

  #endOfMiddleware(step: Step, station: number, hasFailed: boolean, error: string): void {
    const name = nameOf(step);
    const end = (key: string, says: string) => this.event(key, says, undefined, station);
    const { outcome, note } = step;
    if (hasFailed) end('middleware threw', `throws in ${name}${error}`);
    else if (outcome === 'stopped' || outcome === 'threw') {
      end('stopped', `stops in ${name} with ${this.#outcome.status}`);
    } else if (outcome === undefined) end('unfinished', `answers while ${name} is still at work`);
    else if (note !== undefined) end('lost', `loses the answer in ${name}, which does not return what next() gives`);
    else end('came back', `comes back through ${name}`);
  }
}

function nameOf({ kind, name }: Step): string {
  return name || (kind === 'handler' ? 'the handler' : 'a middleware');
}

function placeOf(step: Step): string {
  if (step.kind === 'query') return 'a query';
  return step.kind === 'serialize' ? 'the serializer' : nameOf(step);
}
