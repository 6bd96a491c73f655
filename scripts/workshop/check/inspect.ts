import type { AppDescription, Listening } from '../run/listening.ts';
import type { ServiceCall } from '../run/messages.ts';
import type { TraceEvent } from '../xray/trace-event.ts';
import type { SentRequest } from './failure-parts.ts';
import type { Session } from './session.ts';

/** What the application says about itself: modules, the classes they declare, injected fields, routes. */
export interface Inspection extends AppDescription, Pick<Listening, 'routes' | 'methods' | 'groups'> {}

/** For checks of things that no response can show: whether a class is injected, whether a module exists. */
export async function inspect(app: Session): Promise<Inspection> {
  const { description, routes, methods, groups } = await (await app.running()).listening();
  return { ...description, routes, methods, groups };
}

/** Sends one request to a traced run of the program and resolves to its trace: middlewares, context values, queries. */
export async function traceOf(app: Session, { method, path, headers, body }: SentRequest): Promise<TraceEvent> {
  const { trace } = await app.fresh({ TRELLIS_TRACE: '1' }).send(method, path, body, { headers });
  if (trace === undefined) throw new Error('The program did not send the trace of the request.');
  return trace;
}

/** A run of the program that records calls to services: send requests, then ask which calls they caused. */
export async function recorded(app: Session): Promise<{ app: Session; calls(): Promise<ServiceCall[]> }> {
  const fresh = app.fresh({ TRELLIS_CALLS: '1' });
  const program = await fresh.running();
  return { app: fresh, calls: () => program.calls() };
}
