import { fault, other, readers, sameAsHealthy, succeed } from '#drill';
import {
  type Fields,
  fail,
  inBatches,
  metricShows,
  rowsShow,
  seedPosts,
  seedUsers,
  sentence,
  statementShows,
  timeOf,
} from '#incident';

const events = 400;
const eventId = (number: number) => `event-${number}`;

/** After a booking, the same reader gets a page that was computed before it. */
function isStale(rows: readonly Fields[]): boolean {
  const booked = rows.findIndex(({ message }) => message === 'seat booked');
  const next = rows.find(({ message }, index) => index > booked && message === 'overview');
  return booked >= 0 && next?.cached === true && rows[booked]?.user_id === next.user_id;
}

export default fault(import.meta.url, ['32-wrong'], (dice) => {
  const wrong = dice.pick(['event_id', 'event.title']);
  return {
    kind: 'A stale cache: a booking drops another key than the one under which the page is kept',
    edits: [
      {
        file: 'events/bookings.service.ts',
        find: `    if (outcome === 'booked') await this.overview.drop(user_id);`,
        replace: `    if (outcome === 'booked') await this.overview.drop(${wrong});`,
      },
    ],
    page: {
      from: dice.pick(['Noor, who answers the letters of readers', 'the person with the chairs']),
      text: `People book a seat twice, or ask me whether they have one. They say that they have booked, and that it isn't ${dice.pick(['on their page', 'in the app'])}. I look it up: they are
on the list, since the very second. And when they look again after their coffee, it is there. So I tell everybody to drink coffee first.`,
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
    users: [
      {
        name: 'readers who book a seat',
        count: 8,
        pause: 3_000,
        visit: async (user) => {
          await user.get('/overview', user.credential);
          const id = eventId(Math.floor(Math.random() * 20));
          const { status } = await user.send('POST', `/events/${id}/bookings`);
          const visit = await user.get('/overview', user.credential);
          if (status !== 201 || visit.status !== 200) return;
          const { bookings } = JSON.parse(visit.content.toString()) as { bookings: { id: string }[] };
          if (!bookings.some((one) => one.id === id))
            user.complain(`I have just booked ${id}, and my page doesn't have it.`, visit);
        },
      },
      readers(8),
    ],
    signals: [
      {
        from: 'a colleague who looks after the database',
        price: 5,
        text: 'A booking is in the table before its response is sent. I have compared the times of forty.',
      },
      { from: 'Jonas, who builds the app', price: 3, text: 'The app keeps nothing. It shows what it gets.' },
    ],
    causes: [
      {
        claim: 'The page is kept, and a booking does not drop it.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && isStale(rows),
        wouldShow:
          'In the lines of one reader, a booking is followed by a page with cached=true: it was computed before.',
      },
      {
        claim: 'The booking is written some seconds after its response.',
        wouldShow: 'the line "seat booked" would come after the line of its request.',
        shows: rowsShow(({ message }) => message === 'seat booked', 'lines "seat booked"'),
      },
      {
        claim: 'A proxy, or the app, keeps the page.',
        wouldShow: 'the blog would have no line for the page without the booking.',
        shows: rowsShow(({ message }) => message === 'overview', 'lines "overview"'),
      },
      {
        claim: 'The page shows the first twenty bookings only.',
        wouldShow: 'it would be missing after the coffee as well.',
        shows: statementShows(/from bookings join events/, 'the statement that reads the bookings'),
      },
      {
        claim: 'Two requests at the same moment overwrite each other.',
        wouldShow: 'bookings would be missing in the table.',
        shows: metricShows('requests in flight', 'the number of requests in flight'),
      },
      other.errors,
    ],
    follow: (board) => {
      const request = board.find(({ kind }) => kind === 'complaint')?.rows?.[0]?.request_id;
      const people = board.flatMap(({ kind, rows = [] }) =>
        kind === 'trail' ? rows.flatMap(({ user_id }) => (user_id === undefined ? [] : [String(user_id)])) : [],
      );
      return [...(request === undefined ? [] : [String(request)]), ...people.slice(0, 1)];
    },
    async check(rehearsal) {
      const { mine } = rehearsal;
      for (const number of [30, 31, 32]) {
        const { credential } = mine.user(number);
        const page = { path: '/overview', headers: credential, user: number };
        await sameAsHealthy(rehearsal, [page]);
        const id = eventId(200 + number);
        await succeed(mine, { method: 'POST', path: `/events/${id}/bookings`, user: number }, 201);
        const { content } = await succeed(mine, page);
        if (content.toString().includes(`"${id}"`)) continue;
        fail(
          'A reader opened the page, booked an event, and opened the page again. The event was not on it.',
          'the new booking',
          'a booking drops no entry of the cache, or that of another key.',
        );
      }
      // The page is still kept: opening it again costs no statement about bookings.
      const reader = mine.user(33);
      await reader.get('/overview', reader.credential);
      await mine.statements();
      await reader.get('/overview', reader.credential);
      if (!(await mine.statements()).some(({ sql }) => /from bookings/.test(sql))) return;
      fail(
        'A reader opened the page twice in a row, and the bookings were loaded twice.',
        'the page is kept while nothing changes',
        'the cache was removed, or is dropped all the time. Everybody pays for what concerns few.',
      );
    },
  };
});
