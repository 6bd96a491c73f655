import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  type Fields,
  inBatches,
  incident,
  linesOf,
  logShows,
  metricShows,
  type Outside,
  rowsHave,
  rowsShow,
  seedUsers,
  sentence,
  timeOf,
} from '#incident';

const readers = 40;
const events = 300;
/** Evenings are repeated, so a reader can have two letters with the same text. */
const titles = 4;
export const eventId = (number: number) => `event-${number}`;

/** What the service does with the first request for a letter. */
type Mood = 'late' | 'lost' | 'refused' | 'unreachable';

/** Prints letters and carries them to the post office. It ignores a letter whose Idempotency-Key it knows. */
export interface MailService extends Outside {
  mood: Mood;
  /** How often each letter was printed, by its id. */
  readonly printed: ReadonlyMap<string, number>;
  /** How often the service was asked for each letter. */
  readonly asked: ReadonlyMap<string, number>;
  /** The keys of the requests for each letter. Without one, it is empty. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** The letters whose first connection broke before anything was printed. */
  readonly unreachable: ReadonlySet<string>;
  /** When it was asked for each letter for the first time. */
  readonly begun: ReadonlyMap<string, number>;
  /** The lines on the letters, for each recipient. */
  readonly boxes: ReadonlyMap<string, readonly string[]>;
}

/** Milliseconds. Longer than anybody waits. */
const late = 3_000;

/** The one of the running incident: its users look into their boxes. */
let current: MailService | undefined;

async function mailService(): Promise<MailService> {
  const printed = new Map<string, number>();
  const asked = new Map<string, number>();
  const begun = new Map<string, number>();
  const boxes = new Map<string, string[]>();
  const known = new Set<string>();
  const keys = new Map<string, Set<string>>();
  const unreachable = new Set<string>();
  const lines: Fields[] = [];
  let calls = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    calls++;
    const { letter_id, recipient, subject } = (await json(request)) as Record<string, string>;
    const id = String(letter_id);
    const key = request.headers['idempotency-key']?.toString() ?? '';
    const [, trace_id] = request.headers.traceparent?.toString().split('-') ?? [];
    const log = (message: string) =>
      lines.push({ time: new Date().toISOString(), message, service: 'mail', letter_id: id, key, trace_id });
    const isFirst = !asked.has(id);
    asked.set(id, (asked.get(id) ?? 0) + 1);
    if (isFirst) begun.set(id, Date.now());
    keys.set(id, (keys.get(id) ?? new Set()).add(key));
    if (isFirst && service.mood === 'unreachable') {
      log('letter lost');
      unreachable.add(id);
      request.socket.destroy();
      return;
    }
    if (isFirst && service.mood === 'refused') {
      log('letter refused');
      response.writeHead(503).end();
      return;
    }
    if (key !== '' && known.has(key)) log('letter known');
    else {
      known.add(key);
      printed.set(id, (printed.get(id) ?? 0) + 1);
      boxes.set(String(recipient), [...(boxes.get(String(recipient)) ?? []), `${subject} (letter ${id})`]);
      log('letter printed');
    }
    if (isFirst && service.mood === 'lost') {
      request.socket.destroy();
      return;
    }
    // One printer of four is old.
    if (isFirst && asked.size % 4 === 0) await new Promise((resolve) => setTimeout(resolve, late).unref());
    response.writeHead(202).end();
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: MailService = {
    env: { MAIL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    mood: 'late',
    printed,
    asked,
    begun,
    keys,
    unreachable,
    boxes,
    calls: () => calls,
    log: () => lines,
    async end() {
      server.close();
      server.closeAllConnections();
    },
  };
  current = service;
  return service;
}

/** The service has printed one letter several times, under different keys. */
function isPrintedTwice(rows: readonly Fields[]): boolean {
  const all = rows.filter(({ message }) => message === 'letter printed');
  return all.some(({ letter_id, key }) => all.some((other) => other.letter_id === letter_id && other.key !== key));
}

export default incident(import.meta.url, {
  step: 3,
  repair: { file: 'letters/letter-sender.ts', part: 'LetterSender.#send' },
  page: {
    from: 'Teun, who pays the bills',
    text: `The mail service has sent us its bill, and it is a fifth higher than the number of bookings explains. My neighbour says that she got
the same white envelope twice, for one seat, on two days. I have looked at her in the list, she is there once. The mail service
says that they print exactly what we ask for, and that they ignore a letter if they know its Idempotency-Key.`,
  },
  async seed(db) {
    await seedUsers(db, readers);
    await inBatches(
      db,
      events,
      (tx, number) => tx.run`
        insert into events (id, title, starts_at, seats, seats_left)
        values (${eventId(number)}, ${sentence(number % titles, 3)}, ${timeOf(number)}, 1000, 1000)`,
    );
  },
  outside: mailService,
  users: [
    {
      name: 'readers who book',
      count: 8,
      pause: 2_500,
      visit: (user) => user.send('POST', `/events/${eventId(Math.floor(Math.random() * events))}/bookings`),
    },
    {
      name: 'readers who look into their boxes',
      count: 8,
      pause: 1_500,
      visit: async (user) => {
        const email = `reader-${user.number - 8}@example.com`;
        for (const line of new Set(current?.boxes.get(email))) {
          const copies = current!.boxes.get(email)!.filter((other) => other === line).length;
          if (copies < 2 || user.memory.has(line)) continue;
          user.memory.set(line, '');
          const [, id = ''] = /\(letter (.*)\)$/.exec(line) ?? [];
          user.complain(
            `The same letter has come ${copies} times. It says: ${line}`,
            undefined,
            current!.begun.get(id),
          );
        }
      },
    },
    { name: 'readers of the calendar', count: 4, pause: 1_000, visit: (user) => user.get('/events?day=2026-01-01') },
  ],
  signals: [
    {
      from: 'the mail service',
      price: 1,
      isMitigation: true,
      text: 'We can hold back everything that you send from now on, and you tell us later what to print. Done.',
    },
    {
      from: 'the mail service, another department',
      price: 5,
      text: `We print at once, and respond when the printer has told us that it is done. One of our printers is old. You don't seem to wait for
it, which is fine with us: we print anyway.`,
    },
    {
      from: 'a colleague who wrote the announcements of posts',
      price: 3,
      text: `I copied that idea for mine: a table of jobs, and another attempt if one fails. It happens that I announce a post twice. The search
index doesn't mind, because it stores each post under its id.`,
    },
  ],
  causes: [
    {
      claim: 'An attempt that has succeeded looks like a failure, and the next one has another Idempotency-Key.',
      proves: (item) => isPrintedTwice(linesOf(item)),
      wouldShow:
        'The mail service has printed one letter twice, under two keys, and in between we gave up waiting and tried again. To the service, these are two letters.',
    },
    {
      claim: 'Two workers take the same job from the table.',
      wouldShow: 'two lines "letter sent" would have the same letter_id and the same number of attempts.',
      shows: rowsHave(
        'attempts',
        ({ message }) => message === 'letter sent',
        'the field attempts of the line "letter sent"',
      ),
    },
    {
      claim: 'A booking writes two letters.',
      wouldShow:
        'two rows of `letters` would have the same traceparent, and the service would print letters with different ids.',
      shows: rowsShow(({ message }) => message === 'letter printed', 'lines "letter printed"'),
    },
    {
      claim: 'Readers book twice, because the first click seems to do nothing.',
      wouldShow: 'bookings would take seconds, and the second one would be refused with 409.',
      shows: metricShows('p95 of the slowest route', 'the p95 of the slowest route, in seconds,'),
    },
    {
      claim: 'The mail service prints letters twice, although we ask once.',
      wouldShow: 'its log would have two prints of one letter, and ours a single attempt.',
      shows: rowsShow(({ attempts }) => Number(attempts) > 1, 'lines of a second attempt'),
    },
    {
      claim: 'A restart in the middle of a job carries it out again.',
      wouldShow: 'the log would have the lines of a start in between, and duplicates would appear only after it.',
      shows: logShows(/listening/i, 'the line of a start'),
    },
  ],
  follow: (board) =>
    board
      .flatMap(({ kind, text }) => (kind === 'complaint' ? (/letter ([0-9a-f-]{36})/.exec(text)?.[1] ?? []) : []))
      .slice(0, 1),
});
