import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Session } from '../check/session.ts';

/** A request whose handler waits for the body. */
export interface HeldRequest {
  /** Sends the body, and waits for the response. */
  finish(body: unknown): Promise<{ code: number; content: string }>;
}

/** Sends the headers alone. Resolves when the handler waits for the body, or has responded without it. */
export async function holdBody(
  app: Session,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HeldRequest> {
  const sent = request((await app.url()) + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers, Expect: '100-continue' },
    agent: false,
    signal: AbortSignal.timeout(10_000),
  });
  const response = once(sent, 'response') as Promise<[IncomingMessage]>;
  response.catch(() => {});
  sent.flushHeaders();
  // Node sends 100 in the moment in which it calls the handler.
  await Promise.race([once(sent, 'continue'), response]);
  return {
    async finish(body) {
      sent.end(JSON.stringify(body));
      const [incoming] = await response;
      return { code: incoming.statusCode!, content: await text(incoming) };
    },
  };
}
