import type { TraceEvent } from '../trace-lines.ts';
import type { FeedAddress, FeedEvent } from './feed.ts';

const patience = 2_000;

/** The last request of a program that runs in another terminal. Undefined if none was sent. */
export async function lastTrace(address: FeedAddress): Promise<TraceEvent | undefined> {
  const headers = { authorization: `Bearer ${address.token}` };
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  try {
    const { body } = await fetch(`http://127.0.0.1:${address.port}/`, { headers, signal: ending.signal });
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
