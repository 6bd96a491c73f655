import type { createClient } from '@redis/client';
import { notReached, Unavailable } from '../../services/unavailable.ts';
import { backoff, type NetworkLimits, networkLimits, socketProblem } from '../network-limits.ts';
import { optionalPackage } from '../optional-package.ts';
import { type RedisAddress, redisAddress } from './address.ts';

type Client = ReturnType<typeof createClient>;

/** What a command answers with, as the ones we use do. */
export type Reply = string | number | null;

/** The server is there, but cannot do its work now. */
const UNAVAILABLE = /^(LOADING|MISCONF|OOM|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/;
/** Waiting does not help: the password is wrong. */
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM)\b|AUTH/;

/**
 * One connection to Redis, which all commands share. A command that finds it closed fails at once, since one that waits for
 * a server to come back has kept a browser waiting; the connection comes back by itself.
 */
export class RedisConnection {
  readonly #address: RedisAddress;
  readonly #limits: Required<NetworkLimits>;
  #create: (() => Client) | undefined;
  #client: Client | undefined;
  /** Why there is no connection. */
  #problem = 'it is not connected';

  constructor(url: string, limits: NetworkLimits) {
    this.#address = redisAddress(url);
    this.#limits = { ...networkLimits, ...limits };
  }

  /** Waits for a server that is still starting; one that does not let us in is an error at once. */
  async open(): Promise<void> {
    if (this.#client) throw new Error('The connection to Redis is open already.');
    const { createClient } = await optionalPackage('@redis/client', 'REDIS_URL', () => import('@redis/client'));
    this.#create = () => this.#prepared(createClient);
    const client = this.#create();
    try {
      await within(client.connect(), this.#limits.patience);
    } catch (error) {
      client.destroy();
      const { name } = this.#address;
      const problem = error instanceof TooLate ? this.#problem : socketProblem(error);
      if (REFUSED.test(problem)) throw new Error(`${name} does not let us in. Check the password in REDIS_URL.`);
      throw notReached(new Unavailable(name, `cannot be reached: ${problem}`), this.#limits.patience, 'REDIS_URL');
    }
    this.#client = client;
  }

  /** Lets commands finish that are on their way. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#create = undefined;
    if (client === undefined) return;
    if (client.isReady) await within(client.close(), this.#limits.deadline).catch(() => {});
    client.destroy();
  }

  async send(command: string[]): Promise<Reply> {
    const client = this.#client;
    if (client === undefined) {
      throw new Error(
        'Redis is not connected: not started yet, or stopped. A script of your own awaits onStart() first.',
      );
    }
    if (!client.isReady) throw new Unavailable(this.#address.name, `cannot be reached: ${this.#problem}.`);
    try {
      return (await within(client.sendCommand(command), this.#limits.deadline)) as Reply;
    } catch (error) {
      throw this.#explain(error, client);
    }
  }

  /** Redis's own errors about a command stay what they are; everything else means that there is no answer. */
  #explain(error: unknown, client: Client): unknown {
    const { name } = this.#address;
    if (error instanceof TooLate) {
      this.#replace(client);
      return new Unavailable(name, 'did not answer in time.');
    }
    const message = socketProblem(error);
    if (isReply(error)) return UNAVAILABLE.test(message) ? new Unavailable(name, `cannot answer: ${message}.`) : error;
    return new Unavailable(name, `cannot be reached: ${message}.`);
  }

  /** What does not answer one command will not answer those behind it: answers come in the order of the commands. */
  #replace(client: Client): void {
    if (this.#client !== client || this.#create === undefined) return;
    this.#problem = 'it did not answer in time';
    this.#client = this.#create();
    // Its strategy tries again for ever; it gives up only when it is destroyed.
    this.#client.connect().catch(() => {});
    client.destroy();
  }

  #prepared(create: typeof createClient): Client {
    const client = create({
      url: this.#address.url,
      name: 'trellis',
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: this.#limits.deadline,
        // Silence for so long means that nobody is there: the pings below are answered otherwise.
        socketTimeout: 2 * this.#limits.deadline,
        // Only a start gives up: a running program may see the right password come back.
        reconnectStrategy: (failures, cause) =>
          this.#client === undefined && REFUSED.test(cause.message) ? cause : backoff(failures),
      },
      pingInterval: this.#limits.deadline,
    } as Parameters<typeof createClient>[0]);
    // Without a listener the event would end the process. What it says is told to whoever sends a command meanwhile.
    client.on('error', (error) => {
      this.#problem = socketProblem(error);
    });
    return client as Client;
  }
}

class TooLate extends Error {}

function within<T>(work: Promise<T>, deadline: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate()), deadline);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What the server itself said about a command. */
function isReply(error: unknown): boolean {
  return error instanceof Error && /^(SimpleError|BlobError|ErrorReply)$/.test(error.constructor.name);
}
