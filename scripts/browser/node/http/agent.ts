import { EventEmitter } from '../events.ts';
import { Socket } from '../net/socket.ts';

interface AgentOptions {
  keepAlive?: boolean;
  maxSockets?: number;
  timeout?: number;
}

interface Waiting {
  readonly port: number;
  readonly host: string;
  give(socket: Socket, isReused: boolean): void;
}

/** Keeps the connections of a client for its next requests. */
export class Agent extends EventEmitter {
  readonly keepAlive: boolean;
  readonly options: AgentOptions;
  readonly maxSockets: number;
  readonly protocol = 'http:';
  readonly #free = new Map<number, Socket[]>();
  readonly #used = new Map<number, Set<Socket>>();
  readonly #waiting: Waiting[] = [];

  constructor(options: AgentOptions = {}) {
    super();
    this.options = options;
    this.keepAlive = options.keepAlive ?? false;
    this.maxSockets = options.maxSockets ?? Infinity;
  }

  take(port: number, host: string, give: (socket: Socket, isReused: boolean) => void): void {
    const free = this.#free.get(port) ?? [];
    for (let socket = free.pop(); socket !== undefined; socket = free.pop()) {
      if (socket.destroyed || !socket.writable || socket.readableEnded) continue;
      socket.ref();
      this.#use(port, socket);
      give(socket, true);
      return;
    }
    if (this.#usedAt(port).size >= this.maxSockets) {
      this.#waiting.push({ port, host, give });
      return;
    }
    const socket = new Socket();
    socket.connect(port, host);
    socket.once('close', () => this.#gone(port, socket));
    this.#use(port, socket);
    give(socket, false);
  }

  /** The response is complete, and the connection may serve another request. */
  giveBack(port: number, socket: Socket): void {
    this.#usedAt(port).delete(socket);
    socket.unref();
    this.#free.set(port, [...(this.#free.get(port) ?? []), socket]);
    this.#serveNext(port);
  }

  destroy(): void {
    for (const socket of [...this.#free.values()].flat()) socket.destroy();
    for (const sockets of this.#used.values()) for (const socket of sockets) socket.destroy();
  }

  #usedAt(port: number): Set<Socket> {
    const sockets = this.#used.get(port) ?? new Set();
    this.#used.set(port, sockets);
    return sockets;
  }

  #use(port: number, socket: Socket): void {
    this.#usedAt(port).add(socket);
  }

  #gone(port: number, socket: Socket): void {
    this.#usedAt(port).delete(socket);
    const free = this.#free.get(port);
    if (free?.includes(socket)) free.splice(free.indexOf(socket), 1);
    this.#serveNext(port);
  }

  #serveNext(port: number): void {
    const next = this.#waiting.find((each) => each.port === port);
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.take(port, next.host, next.give);
  }
}

export const globalAgent = new Agent({ keepAlive: true, timeout: 5_000 });
