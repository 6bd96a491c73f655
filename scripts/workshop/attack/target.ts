import { Client } from './client.ts';
import { RawClient } from './raw-client.ts';

/** The program under attack, as seen from outside. */
export class Target {
  readonly url: string;
  readonly port: number;
  readonly #say: (text: string) => void;

  constructor(url: string, say: (text: string) => void) {
    // `localhost` may be IPv6 first, and a program may listen on IPv4 only.
    this.url = url.replace('localhost', '127.0.0.1');
    this.port = Number(new URL(url).port);
    this.#say = say;
  }

  /** Somebody who sends requests. With a name, each request is printed; without one, it works quietly. */
  client(name?: string): Client {
    return new Client(this.url, name, this.#say);
  }

  /** A bare connection, for requests that no HTTP client would send. */
  connect(): RawClient {
    return new RawClient(this.port);
  }

  /** The same work many times at once. */
  together<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  }
}
