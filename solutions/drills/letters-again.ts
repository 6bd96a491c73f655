import { setTimeout as delay } from 'node:timers/promises';
import { fault, other, readers, succeed } from '#drill';
import {
  fail,
  inBatches,
  linesOf,
  logShows,
  metricShows,
  seedPosts,
  seedUsers,
  sentence,
  statementShows,
  timeOf,
} from '#incident';
import { type MailService, mailService } from './services/mail.ts';

const events = 300;
const eventId = (number: number) => `event-${number}`;

/** Nobody lives at the addresses of these readers. The first attempt of every fifth of the others finds a busy printer. */
const refuses = (recipient: string, asked: number) => {
  const number = Number(/\d+/.exec(recipient)?.[0]);
  if (number % 3 === 0) return 422;
  return number % 5 === 0 && asked === 1 ? 503 : undefined;
};

export default fault(import.meta.url, ['32-wrong'], (dice) => ({
  kind: 'Retries without an end and without a pause: a letter that can never be sent is sent again at once',
  edits: [
    {
      file: 'letters/letters.ts',
      find: `const mostAttempts = 5;

`,
      replace: '',
    },
    {
      file: 'letters/letters.ts',
      find: `  /** Another attempt follows, after a pause that doubles each time, until there have been five. */
  async retry({ id, attempts }: Letter): Promise<void> {
    const due = attempts < mostAttempts ? this.clock.now() + 1_000 * 2 ** attempts : null;
    await this.db.run\`update letters set due_at = \${due} where id = \${id}\`;`,
      replace: `  /** Another attempt follows. */
  async retry({ id }: Letter): Promise<void> {
    await this.db.run\`update letters set due_at = \${this.clock.now()} where id = \${id}\`;`,
    },
  ],
  page: {
    from: 'the mail service',
    text: `How many readers does your blog have? Since ${dice.pick(['Tuesday', 'last night', 'this morning'])} our machines do nothing but talk to you, and our other customers
complain. We haven't printed more letters for you than usual. We would rather not ${dice.pick(['send you a bill for that', 'close your account'])}.`,
  },
  distance: dice.between(1, 3),
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
  outside: () => mailService(refuses),
  users: [
    {
      name: 'readers who book a seat',
      count: 6,
      pause: 3_500,
      visit: (user) => user.send('POST', `/events/${eventId(Math.floor(Math.random() * events))}/bookings`),
    },
    readers(4),
  ],
  signals: [
    { from: 'somebody who counts our bookings', price: 3, text: 'Some per minute. It is an ordinary day.' },
    {
      from: 'the mail service',
      price: 5,
      text: 'Most of your requests get 422 from us: we know no such address. You never seem to read that.',
    },
  ],
  causes: [
    {
      claim: 'A letter that was refused is sent again at once, as often as it takes.',
      proves: (item) =>
        linesOf(item).some(({ message, attempts }) => message === 'sending a letter failed' && Number(attempts) >= 6),
      wouldShow: 'The line of one letter has an attempt with a high number, and the next ones follow within moments.',
    },
    {
      claim: 'Readers book many more seats than usual.',
      wouldShow: 'the blog would receive about as many bookings as it sends letters.',
      shows: metricShows('requests per second', 'the number of requests that the blog receives per second'),
    },
    {
      claim: 'Several processes send the same letters.',
      wouldShow: 'letters would be printed several times, and each attempt would have a low number.',
      shows: logShows(/letter sent/, 'the line "letter sent"'),
    },
    {
      claim: 'We wait for the responses of the mail service for too short a time.',
      wouldShow: 'the log would say that attempts have timed out, and letters would be printed twice.',
      shows: logShows(/sending a letter failed/, 'the line "sending a letter failed"'),
    },
    {
      claim: 'Looking for letters that are due reads the whole table.',
      wouldShow: 'the statement that claims a letter would be slow. The mail service would not notice.',
      shows: statementShows(/update letters/, 'the statement that claims a letter'),
    },
    other.eventLoop,
  ],
  async check({ mine }) {
    const mail = mine.outside as MailService;
    const book = (user: number, event: number) =>
      succeed(mine, { method: 'POST', path: `/events/${eventId(event)}/bookings`, user }, 201);
    // Three that arrive nowhere, and three whose first attempt fails.
    for (const [index, user] of [3, 6, 9, 5, 10, 20].entries()) await book(user, index);
    for (let turn = 0; turn < 12; turn++) {
      await delay(300);
      await mine.advance(61);
    }
    const most = Math.max(...mail.asked.values());
    if (most > 8)
      fail(
        `The mail service refused a letter for good, and your program sent it ${most} times.`,
        'five attempts at the most, with pauses between them',
        'another attempt follows whatever has happened before. A pause alone makes the storm slower, and not shorter.',
      );
    if (mail.printed.size < 3)
      fail(
        `Three letters were refused once, with 503. ${mail.printed.size} of them were printed later.`,
        'all three: another attempt would have succeeded',
        'a letter is given up after its first failure.',
      );
    const [twice] = [...mail.printed.values()].filter((count) => count > 1);
    if (twice !== undefined)
      fail('A letter was printed twice.', 'each letter once', 'a letter that has been sent is sent again.');
  },
}));
