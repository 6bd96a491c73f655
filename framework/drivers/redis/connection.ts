import type { createClient } from '@redis/client';
import { notReached, Unavailable } from '../../services/unavailable.ts';
import { backoff, type NetworkLimits, networkLimits, socketProblem } from '../network.ts';
import { optionalPackage } from '../optional-package.ts';
import { type RedisAddress, redisAddress } from './address.ts';

type Client = ReturnType<typeof createClient>;

/** The replies of the commands that we use. */
export type Reply = string | number | null;

/** The server responds, but can't do its work now. */
const UNAVAILABLE = /^(LOADING|MISCONF|OOM|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/;
/** The password is wrong, so waiting doesn't help. */
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM)\b|AUTH/;

/**
 * One connection to Redis, shared by all commands. It reconnects by itself. Until it has, commands fail immediately: a
 * command that waited for the server would keep a browser waiting.
 */
export class RedisConnection {
  readonly #address: RedisAddress;
  readonly #limits: Required<NetworkLimits>;
  #create: (() => Client) | undefined;
  #client: Client | undefined;
  /** The reason for a missing connection. */
  #problem = 'it is not connected';

  constructor(url: string, limits: NetworkLimits) {
    this.#address = redisAddress(url);
    this.#limits = { ...networkLimits, ...limits };
  }

  /** Waits for a server that is still starting. If the server refuses the password, it throws immediately. */
  async open(): Promise<void> {
    if (this.#client) throw new Error('The connection to Redis is already open.');
    const { createClient } = await optionalPackage('@redis/client', 'REDIS_URL', () => import('@redis/client'));
    this.#create = () => this.#prepared(createClient);
    const client = this.#create();
    try {
      await within(client.connect(), this.#limits.patience);
    } catch (error) {
      client.destroy();
      const { name } = this.#address;
      const problem = error instanceof TooLate ? this.#problem : socketProblem(error);
      if (REFUSED.test(problem))
        throw new Error(`${name} refused the connection. Check the user and the password in REDIS_URL.`);
      throw notReached(new Unavailable(name, `cannot be reached: ${problem}`), this.#limits.patience, 'REDIS_URL');
    }
    this.#client = client;
  }

  /** Waits for commands that were already sent. */
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
        'Redis is not connected: the application has not been started yet, or has been stopped. Use it from onStart() on.',
      );
    }
    if (!client.isReady) throw new Unavailable(this.#address.name, `cannot be reached: ${this.#problem}.`);
    try {
      return (await within(client.sendCommand(command), this.#limits.deadline)) as Reply;
    } catch (error) {
      throw this.#explain(error, client);
    }
  }

  /** Errors about the command itself stay as they are. All others mean that Redis is unavailable for now. */
  #explain(error: unknown, client: Client): unknown {
    const { name } = this.#address;
    if (error instanceof TooLate) {
      this.#replace(client);
      return new Unavailable(name, 'did not respond in time.');
    }
    const message = socketProblem(error);
    if (isReply(error))
      return UNAVAILABLE.test(message) ? new Unavailable(name, `cannot serve us now: ${message}.`) : error;
    return new Unavailable(name, `cannot be reached: ${message}.`);
  }

  /** Replies arrive in the order of the commands, so a missing reply holds up all later ones. */
  #replace(client: Client): void {
    if (this.#client !== client || this.#create === undefined) return;
    this.#problem = 'it did not respond in time';
    this.#client = this.#create();
    // It tries to reconnect forever, so this promise only rejects when the client is destroyed.
    this.#client.connect().catch(() => {});
    client.destroy();
  }

  #prepared(create: typeof createClient): Client {
    const client = create({
      url: this.#address.url,
      name: 'trellis',
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      // `send` has a deadline of its own. This one would cost a signal per command, and an exception five seconds later.
      commandOptions: { timeout: undefined },
      socket: {
        connectTimeout: this.#limits.deadline,
        // A living server would have replied to the pings below by then.
        socketTimeout: 2 * this.#limits.deadline,
        // Only startup gives up: while an application runs, somebody may correct the password on the server.
        reconnectStrategy: (failures, cause) =>
          this.#client === undefined && REFUSED.test(cause.message) ? cause : backoff(failures),
      },
      pingInterval: this.#limits.deadline,
    } as Parameters<typeof createClient>[0]);
    // Without a listener, the event would end the process. Commands that fail meanwhile report the problem.
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

/** Whether the server itself has reported this error about a command. */
function isReply(error: unknown): boolean {
  return error instanceof Error && /^(SimpleError|BlobError|ErrorReply)$/.test(error.constructor.name);
}
