import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Fields, Outside } from '#incident';

/** Prints letters, and carries them to the post office. It ignores a letter whose Idempotency-Key it knows. */
export interface MailService extends Outside {
  /** How often it was asked for each letter, and how often it has printed it, by its id. */
  readonly asked: ReadonlyMap<string, number>;
  readonly printed: ReadonlyMap<string, number>;
  /** The lines on the letters, by recipient. */
  readonly boxes: ReadonlyMap<string, readonly string[]>;
}

/** `refuses` gets the recipient, and how often the letter was asked for: the status of the refusal, or undefined. */
export async function mailService(
  refuses: (recipient: string, asked: number) => number | undefined,
): Promise<MailService> {
  const [asked, printed, boxes] = [new Map<string, number>(), new Map<string, number>(), new Map<string, string[]>()];
  const keys = new Set<string>();
  const lines: Fields[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls++;
    const { letter_id = '', recipient = '', subject } = (await json(request)) as Record<string, string>;
    const [, trace_id] = request.headers.traceparent?.toString().split('-') ?? [];
    const times = (asked.get(letter_id) ?? 0) + 1;
    asked.set(letter_id, times);
    const status = refuses(recipient, times);
    const key = request.headers['idempotency-key']?.toString() ?? '';
    const isKnown = status === undefined && keys.has(key);
    const message = isKnown ? 'letter known' : status === undefined ? 'letter printed' : 'letter refused';
    // A storm would fill the memory.
    if (lines.length < 20_000)
      lines.push({ time: new Date().toISOString(), message, service: 'mail', letter_id, status, trace_id });
    if (status === undefined && !isKnown) {
      if (key !== '') keys.add(key);
      printed.set(letter_id, (printed.get(letter_id) ?? 0) + 1);
      boxes.set(recipient, [...(boxes.get(recipient) ?? []), `${subject} (letter ${letter_id})`]);
    }
    response.writeHead(status ?? 202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { MAIL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    asked,
    printed,
    boxes,
    calls: () => calls,
    log: () => lines,
    async end() {
      server.close();
      server.closeAllConnections();
    },
  };
}
