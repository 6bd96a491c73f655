import type { Context } from 'trellis';
import { networkOf, parseAddress } from './ip-address.ts';

/** Where a request comes from. */
export class ClientAddress {
  /** How many proxies of our own are in front of this server. */
  readonly #proxies = Number(process.env.TRUST_PROXY || 0);

  onStart(): void {
    if (!Number.isInteger(this.#proxies) || this.#proxies < 0) {
      throw new RangeError(
        `TRUST_PROXY is "${process.env.TRUST_PROXY}". It is the number of proxies in front of this server: 0, 1, 2 …`,
      );
    }
  }

  /** The address as the log shows it, always in the same notation. */
  of(ctx: Context): string {
    const socket = parseAddress(ctx.request.incoming.socket.remoteAddress ?? '') ?? 'unknown';
    if (this.#proxies === 0) return socket;
    // Each proxy appends the address that it sees. Everything further left may have been invented by the client.
    const forwarded = ctx.header('X-Forwarded-For').split(',');
    return parseAddress(forwarded.at(-this.#proxies) ?? '') ?? socket;
  }

  /** For counting: a client can choose any address of its network. */
  networkOf(ctx: Context): string {
    return networkOf(this.of(ctx));
  }
}
