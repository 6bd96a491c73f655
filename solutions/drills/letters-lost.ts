import { setTimeout as delay } from 'node:timers/promises';
import { fault, other, readers, succeed } from '#drill';
import {
  type Fields,
  fail,
  inBatches,
  rowsShow,
  seedPosts,
  seedUsers,
  sentence,
  statementShows,
  timeOf,
} from '#incident';
import { type MailService, mailService } from './services/mail.ts';

const events = 300;
const eventId = (number: number) => `event-${number}`;

/** Milliseconds. Several attempts without a pause meet the same busy printer. */
const busy = 500;

/** For every third reader, the first attempt finds a busy printer. */
function printers(): (recipient: string, asked: number) => number | undefined {
  const busyUntil = new Map<string, number>();
  return (recipient, asked) => {
    if (Number(/\d+/.exec(recipient)?.[0]) % 3 !== 1) return undefined;
    if (asked === 1) busyUntil.set(recipient, performance.now() + busy);
    return performance.now() < busyUntil.get(recipient)! ? 503 : undefined;
  };
}

/** The service has refused the letter, and the blog counts it as sent. */
function isLost(rows: readonly Fields[]): boolean {
  return rows.some(
    ({ message, letter_id }) =>
      message === 'letter refused' &&
      rows.some((one) => one.letter_id === letter_id && one.message === 'letter sent') &&
      !rows.some((one) => one.letter_id === letter_id && one.message === 'letter printed'),
  );
}

export default fault(import.meta.url, ['32-wrong'], (dice) => {
  let current: MailService | undefined;
  return {
    kind: 'A swallowed error: a response with 503 counts as success, because fetch does not reject for a status',
    edits: [
      {
        file: 'letters/letter-sender.ts',
        find: `    await response.body?.cancel();
    if (!response.ok) throw new Error(\`The mail service responded with \${response.status}.\`);`,
        replace: `    await response.body?.cancel();`,
      },
    ],
    page: {
      from: dice.pick(['Noor, who answers the letters of readers', 'the person at the gate']),
      text: `Some people come to the garden without the white envelope. They have a seat, they are on the list, and they swear that no letter
came. ${dice.pick(['About a third of them, I would say.', 'Yesterday it was every third.'])} The log of the blog says that all letters were sent. The mail service is nice, and says that they print what they accept.`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, 30);
      await inBatches(
        db,
        events,
        (tx, number) => tx.run`
          insert into events (id, title, starts_at, seats, seats_left)
          values (${eventId(number)}, ${sentence(number, 3)}, ${timeOf(number)}, 500, 500)`,
      );
    },
    outside: async () => {
      current = await mailService(printers());
      return current;
    },
    users: [
      {
        name: 'readers who book a seat',
        count: 9,
        pause: 2_500,
        visit: async (user) => {
          const visit = await user.send('POST', `/events/${eventId(Math.floor(Math.random() * events))}/bookings`);
          if (visit.status !== 201) return;
          const letters = () => current?.boxes.get(`reader-${user.number}@example.com`)?.length ?? 0;
          const before = letters();
          // Longer than until the second attempt.
          for (let turn = 0; turn < 50 && letters() === before; turn++) await delay(100);
          if (letters() === before) user.complain('I have booked a seat, and no letter has come.', visit);
        },
      },
      readers(6),
    ],
    signals: [
      {
        from: 'the mail service',
        price: 5,
        text: 'Now and then a printer is busy, and then we respond with 503. Everybody else tries again after a moment.',
      },
      { from: 'a colleague who looks after the database', price: 3, text: 'No letter is due. All of them are done.' },
    ],
    causes: [
      {
        claim: 'A letter that the service has refused counts as sent.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && isLost(rows),
        wouldShow: 'The mail service has refused this letter, and the blog has logged it as sent. Nobody tries again.',
      },
      {
        claim: 'A booking does not write a letter.',
        wouldShow: 'there would be no line about a letter in the trace of the booking.',
        shows: rowsShow(({ letter_id }) => letter_id !== undefined, 'lines about a letter'),
      },
      {
        claim: 'Two letters have the same Idempotency-Key, so the service ignores the second one.',
        wouldShow: 'the mail service would say that it knows the letter.',
        shows: rowsShow(({ service }) => service === 'mail', 'lines of the mail service'),
      },
      {
        claim: 'The letters wait in the table, and nobody takes them.',
        wouldShow: 'the table would have rows that have been due for minutes.',
        shows: statementShows(/update letters/, 'the statement that claims a letter'),
      },
      {
        claim: 'The letters get lost in the post.',
        wouldShow: 'the mail service would have printed them.',
        shows: rowsShow(({ message }) => message === 'letter printed', 'lines "letter printed"'),
      },
      other.errors,
    ],
    follow: (board) => {
      const requests = board.flatMap(({ kind, rows = [] }) =>
        kind === 'complaint' ? rows.map(({ request_id }) => String(request_id)) : [],
      );
      const traces = board.flatMap(({ kind, rows = [] }) =>
        kind === 'trail' ? rows.flatMap(({ trace_id }) => (trace_id === undefined ? [] : [String(trace_id)])) : [],
      );
      return [...requests.slice(0, 1), ...traces.slice(0, 1)];
    },
    async check({ mine }) {
      const mail = mine.outside as MailService;
      const readers = [1, 4, 7, 2, 3];
      for (const [index, user] of readers.entries())
        await succeed(mine, { method: 'POST', path: `/events/${eventId(index)}/bookings`, user }, 201);
      for (let turn = 0; turn < 40 && mail.printed.size < readers.length; turn++) {
        await delay(250);
        await mine.advance(61);
      }
      if (mail.printed.size < readers.length)
        fail(
          `For ${readers.length} bookings, ${mail.printed.size} letters were printed. For the others, the service responded with 503 for half a second.`,
          `${readers.length} letters`,
          'a response with an error counts as success, or nobody tries again after a pause.',
        );
      const [twice] = [...mail.printed.values()].filter((count) => count > 1);
      if (twice !== undefined)
        fail('A letter was printed twice.', 'each letter once', 'a letter that has been sent is sent again.');
    },
  };
});
