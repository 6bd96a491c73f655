import { type Link, parent, receive } from './link.ts';

/*
 * The network of the machine: 127.0.0.1, and nothing else. The first process knows who listens on which port, and forwards
 * what the processes send to each other.
 */

export interface Connection {
  send(bytes: Uint8Array): void;
  /** No more bytes from this side. */
  end(): void;
  /** Ends both directions. */
  close(): void;
}

export interface Receiver {
  opened?(port: number): void;
  refused?(): void;
  data(bytes: Uint8Array): void;
  ended(): void;
  closed(): void;
}

export type Accept = (connection: Connection, from: number) => Receiver;

interface Side {
  readonly link: Link | undefined;
  readonly receiver: Receiver | undefined;
}

/** Who listens on a port: this process, or the link that leads to it. */
const listeners = new Map<number, { accept?: Accept; link?: Link }>();
/** The two sides of each connection that passes through this process. */
const routes = new Map<string, { a: Side; b: Side }>();
const pending = new Map<string, (port: number | undefined) => void>();
let ids = 0;
const self = Math.random().toString(36).slice(2);
let nextPort = 32_768 + Math.floor(Math.random() * 20_000);

/** Resolves to the port; to undefined if it is taken. */
export function listenOn(port: number, accept: Accept): Promise<number | undefined> {
  if (parent === undefined) {
    const chosen = claim(port, { accept });
    return Promise.resolve(chosen);
  }
  const id = `${self}-${ids++}`;
  const granted = new Promise<number | undefined>((resolve) => {
    pending.set(id, (given) => {
      if (given !== undefined) listeners.set(given, { accept });
      resolve(given);
    });
    parent!.send({ type: 'listen', id, port });
  });
  asked.add(granted);
  void granted.then(() => asked.delete(granted));
  return granted;
}

const asked = new Set<Promise<unknown>>();

/** Resolves when this process has got the ports that it has asked for, and has had a turn to hear of it. */
export async function portsGranted(): Promise<void> {
  if (asked.size === 0) return;
  await Promise.all(asked);
  await new Promise<void>(later);
}

export function stopListening(port: number): void {
  listeners.delete(port);
  parent?.send({ type: 'unlisten', port });
}

/** Connects to a port of the machine. The receiver hears whether somebody listens there. */
export function connectTo(port: number, receiver: Receiver): Connection {
  const id = `${self}-${ids++}`;
  open(id, port, { link: undefined, receiver });
  return connectionOf(id, 'a');
}

/** Nobody listens on the ports of a process that has ended, and its connections are closed. */
export function forgetLink(link: Link): void {
  for (const [port, listener] of listeners) if (listener.link === link) listeners.delete(port);
  for (const [id, { a, b }] of routes) {
    if (a.link === link) deliver(id, b, 'closed');
    else if (b.link === link) deliver(id, a, 'closed');
    else continue;
    routes.delete(id);
  }
}

function claim(port: number, listener: { accept?: Accept; link?: Link }): number | undefined {
  while (port === 0 && listeners.has(nextPort)) nextPort++;
  const chosen = port === 0 ? nextPort++ : port;
  if (listeners.has(chosen)) return undefined;
  listeners.set(chosen, listener);
  return chosen;
}

function open(id: string, port: number, a: Side): void {
  const listener = listeners.get(port);
  if (listener?.accept !== undefined) {
    const route = { a, b: { link: undefined, receiver: undefined as Receiver | undefined } };
    routes.set(id, route);
    // In a turn of its own, as it would arrive from outside.
    later(() => {
      if (!routes.has(id)) return;
      route.b.receiver = listener.accept!(connectionOf(id, 'b'), port);
      if (a.link !== undefined) a.link.send({ type: 'opened', id, port });
      else a.receiver?.opened?.(port);
    });
    return;
  }
  const link = listener?.link ?? (parent !== a.link ? parent : undefined);
  if (link === undefined) {
    if (a.link !== undefined) a.link.send({ type: 'refused', id });
    else later(() => a.receiver?.refused?.());
    return;
  }
  routes.set(id, { a, b: { link, receiver: undefined } });
  link.send({ type: 'open', id, port });
}

function connectionOf(id: string, side: 'a' | 'b'): Connection {
  const pass = (event: 'data' | 'ended' | 'closed', bytes?: Uint8Array) => {
    const route = routes.get(id);
    if (route === undefined) return;
    if (event === 'closed') routes.delete(id);
    deliver(id, side === 'a' ? route.b : route.a, event, bytes);
  };
  return {
    // A copy: the sender may reuse its buffer.
    send: (bytes) => pass('data', new Uint8Array(bytes)),
    end: () => pass('ended'),
    close: () => pass('closed'),
  };
}

function deliver(id: string, to: Side, event: 'data' | 'ended' | 'closed', bytes?: Uint8Array): void {
  if (to.link !== undefined) to.link.send({ type: event, id, bytes });
  else later(() => to.receiver?.[event](bytes!));
}

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
Object.assign(turns.port1, { onmessage: () => waiting.shift()?.() });

/** In the next turn of the event loop. */
export function later(work: () => void): void {
  waiting.push(work);
  turns.port2.postMessage(undefined);
}

receive('listen', ({ id, port }, link) => {
  // Only the first process gives ports away.
  if (parent !== undefined) {
    pending.set(id as string, (given) => {
      if (given !== undefined) listeners.set(given, { link });
      link.send({ type: 'listening', id, port: given });
    });
    parent.send({ type: 'listen', id, port });
  } else link.send({ type: 'listening', id, port: claim(port as number, { link }) });
});
receive('listening', ({ id, port }) => {
  pending.get(id as string)?.(port as number | undefined);
  pending.delete(id as string);
});
receive('unlisten', ({ port }) => stopListening(port as number));
receive('open', ({ id, port }, link) => open(id as string, port as number, { link, receiver: undefined }));
receive('opened', ({ id, port }) => {
  const a = routes.get(id as string)?.a;
  if (a?.link !== undefined) a.link.send({ type: 'opened', id, port });
  else a?.receiver?.opened?.(port as number);
});
receive('refused', ({ id }) => {
  const a = routes.get(id as string)?.a;
  routes.delete(id as string);
  if (a?.link !== undefined) a.link.send({ type: 'refused', id });
  else a?.receiver?.refused?.();
});
for (const event of ['data', 'ended', 'closed'] as const)
  receive(event, ({ id, bytes }, link) => {
    const route = routes.get(id as string);
    if (route === undefined) return;
    if (event === 'closed') routes.delete(id as string);
    const to = route.a.link === link ? route.b : route.a;
    if (to.link !== undefined) to.link.send({ type: event, id, bytes });
    else to.receiver?.[event](bytes as Uint8Array);
  });
