import { enter } from './context.ts';

/** One message between two processes. The order in which they were sent is kept: see `files.ts`. */
export type Packet = { readonly type: string } & Record<string, unknown>;

export type Receive = (packet: Packet, link: Link) => void;

/** The end of a worker's message channel: a `Worker` for its parent, the global object for itself. */
export interface Port {
  postMessage(packet: Packet): void;
  addEventListener(type: 'message', listener: (event: { data: Packet }) => void): void;
}

const receivers = new Map<string, Receive[]>();

/** Handles packets of this type, whichever process they come from. */
export function receive(type: string, handle: Receive): void {
  receivers.set(type, [...(receivers.get(type) ?? []), handle]);
}

export class Link {
  readonly #port: Port;

  constructor(port: Port) {
    this.#port = port;
    port.addEventListener('message', ({ data }) => {
      // A message belongs to no request.
      enter(undefined);
      for (const handle of receivers.get(data?.type) ?? []) handle(data, this);
    });
  }

  send(packet: Packet): void {
    this.#port.postMessage(packet);
  }
}

/** Leads to the process that started this one. Undefined in the first. */
export let parent: Link | undefined;

export function connectToParent(port: Port): Link {
  parent = new Link(port);
  return parent;
}

/** The processes that this one has started. */
export const children = new Set<Link>();
