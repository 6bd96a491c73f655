import type { FeedAddress, FeedEvent } from './feed.ts';
import { greet } from './handshake.ts';
import type { TraceEvent } from './trace-event.ts';

const patience = 2_000;

/** The last request of a program that runs in another terminal. Undefined if none was sent. */
export async function lastTrace(address: FeedAddress): Promise<TraceEvent | undefined> {
  const greeting = greet(address.token);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  try {
    const options = { headers: greeting.headers, signal: ending.signal };
    const { body, headers } = await fetch(`http://127.0.0.1:${address.port}/`, options);
    if (!greeting.isReturned(Object.fromEntries(headers))) return undefined;
    let text = '';
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      // The feed begins with the program, and then sends what it has kept.
      for (const message of text.split('\n\n').slice(0, -1)) {
        const event = JSON.parse(message.slice('data: '.length)) as FeedEvent;
        if (event.type === 'traces') return event.traces.at(-1);
      }
    }
  } catch {
    // A killed workshop leaves its file behind.
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
  return undefined;
}
