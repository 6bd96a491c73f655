import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fields, Outside } from '#incident';

/** Another service that wants to know about new posts. */
export interface Subscriber extends Outside {
  /** How often each post was announced to it and accepted, by its id. */
  readonly accepted: ReadonlyMap<string, number>;
  /** The most requests that it had at the same time. */
  most(): number;
}

/** Each request takes it `work` milliseconds. More than `places` at the same time are refused. */
export async function subscriber({ work, places }: { work: number; places: number }): Promise<Subscriber> {
  const accepted = new Map<string, number>();
  const lines: Fields[] = [];
  let [calls, open, most] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    calls++;
    open++;
    most = Math.max(most, open);
    const isTooMuch = open > places;
    const { post_id = '' } = (await json(request).catch(() => ({}))) as Record<string, string>;
    const message = isTooMuch ? 'refused, too many at the same time' : 'announcement received';
    lines.push({ time: new Date().toISOString(), message, service: 'newsletter', post_id, open, places });
    await delay(work);
    open--;
    if (!isTooMuch) accepted.set(post_id, (accepted.get(post_id) ?? 0) + 1);
    response.writeHead(isTooMuch ? 429 : 202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { ANNOUNCE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    accepted,
    most: () => most,
    calls: () => calls,
    log: () => lines,
    async end() {
      server.close();
      server.closeAllConnections();
    },
  };
}
