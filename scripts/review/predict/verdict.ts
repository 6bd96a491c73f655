import type { TracedStep, TraceEvent } from '../../workshop/xray/trace-event.ts';

/** The answer that a trace gives to a question, and the part of the trip that shows it. */
export interface Verdict {
  readonly answer: string;
  /** Undefined if the answer comes from the router or the response, which aren't steps. */
  readonly step?: TracedStep;
  readonly where: string;
}

type Judge = (trace: TraceEvent, word: string) => Verdict;

const named = (kind: string) => (trace: TraceEvent) => trace.steps.filter((step) => step.kind === kind);
const middlewares = named('middleware');
const queries = named('query');

/** What may follow "The trace decides:". */
const judges: Record<string, Judge> = {
  status: ({ status }) => ({ answer: String(status), where: 'the response' }),
  route: ({ resolution }) => ({ answer: resolution?.path ?? 'none', where: 'the router' }),
  kind: ({ resolution }) => ({ answer: resolution?.kind ?? 'none', where: 'the router' }),
  cache: ({ resolution }) => ({ answer: resolution?.cached ? 'yes' : 'no', where: 'the router' }),
  parameter: ({ resolution }, name) => ({ answer: resolution?.params[name] ?? 'none', where: 'the router' }),
  handler: (trace) => {
    const step = trace.steps.find(({ kind, name }) => kind === 'handler' && name !== 'no route');
    return { answer: step?.name ?? 'none', step, where: 'the handler' };
  },
  middleware: (trace, number) => {
    const step = middlewares(trace)[Number(number) - 1];
    return { answer: step?.name ?? 'none', step, where: 'the middlewares' };
  },
  'stopped by': (trace) => {
    const step = middlewares(trace).find(({ outcome }) => outcome === 'stopped');
    return { answer: step?.name ?? 'nobody', step, where: 'the middlewares' };
  },
  bind: (trace) => {
    const step = named('bind')(trace)[0];
    return { answer: step?.outcome ?? 'not asked', step, where: 'bind' };
  },
  refused: (trace) => {
    const step = named('bind')(trace).find(({ outcome }) => outcome === 'refused');
    const fields = step?.note?.split(', ').map((reason) => reason.split(' ')[0]);
    return { answer: fields?.join(', ') ?? 'nothing', step, where: 'bind' };
  },
  set: (trace) => {
    const steps = named('set')(trace);
    return { answer: steps.map(({ name }) => name).join(', ') || 'nothing', step: steps[0], where: 'the context' };
  },
  queries: (trace) => ({ answer: String(queries(trace).length), step: queries(trace)[0], where: 'the database' }),
};

/** Throws if the question asks for something that traces don't contain. */
export function judge(trace: TraceEvent, what: string): Verdict {
  const name = Object.keys(judges).find((known) => what === known || what.startsWith(`${known} `));
  if (name === undefined) {
    throw new Error(`No trace can decide "${what}". It can decide: ${Object.keys(judges).join(', ')}.`);
  }
  return judges[name]!(trace, what.slice(name.length).trim());
}
