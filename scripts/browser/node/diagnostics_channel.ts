import { nextTick } from './process.ts';

type Subscriber = (message: unknown, name: string | symbol) => void;

export class Channel {
  readonly name: string | symbol;
  #subscribers: readonly Subscriber[] = [];

  constructor(name: string | symbol) {
    this.name = name;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.length > 0;
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers = [...this.#subscribers, subscriber];
  }

  unsubscribe(subscriber: Subscriber): boolean {
    const before = this.#subscribers;
    const index = before.indexOf(subscriber);
    this.#subscribers = before.filter((_, at) => at !== index);
    return index !== -1;
  }

  publish(message: unknown): void {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(message, this.name);
      } catch (error) {
        // The publisher must not fail because of somebody who listens.
        nextTick(() => {
          throw error;
        });
      }
    }
  }

  /** Nothing here binds a store to a channel, so it only publishes. */
  runStores<R>(message: unknown, work: (...args: unknown[]) => R, self?: unknown, ...args: unknown[]): R {
    this.publish(message);
    return work.apply(self, args);
  }
}

const channels = new Map<string | symbol, Channel>();

export function channel(name: string | symbol): Channel {
  const known = channels.get(name) ?? new Channel(name);
  channels.set(name, known);
  return known;
}

export function subscribe(name: string | symbol, subscriber: Subscriber): void {
  channel(name).subscribe(subscriber);
}

export function unsubscribe(name: string | symbol, subscriber: Subscriber): boolean {
  return channel(name).unsubscribe(subscriber);
}

export function hasSubscribers(name: string | symbol): boolean {
  return channels.get(name)?.hasSubscribers ?? false;
}

export default { Channel, channel, subscribe, unsubscribe, hasSubscribers };
