import {
  type Fields,
  inBatches,
  incident,
  linesOf,
  logShows,
  metricShows,
  rowsShow,
  seedUsers,
  sentence,
  timeOf,
  type User,
} from '#incident';

const readers = 60;
const events = 400;
export const seats = 8;
export const eventId = (number: number) => `event-${number}`;

/** Milliseconds between two evenings whose seats are opened. */
const period = 4_000;

/** The evening whose seats are opened now: another one in every period. */
const opening = () => Math.floor(Date.now() / period);

/** Everybody has waited for the same second. */
async function whenItOpens(user: User): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, period - (Date.now() % period)));
  await user.send('POST', `/events/${eventId(opening() % events)}/bookings`);
}

/** Two requests have written the same number of seats, although each of them took one. */
function isTakenTwice(rows: readonly Fields[]): boolean {
  const booked = rows.filter(({ message }) => message === 'seat booked');
  return booked.some(({ event_id, seats_left, request_id }) =>
    booked.some(
      (other) => other.event_id === event_id && other.seats_left === seats_left && other.request_id !== request_id,
    ),
  );
}

export default incident(import.meta.url, {
  step: 1,
  repair: { file: 'events/bookings.service.ts', part: 'BookingsService.book and #take' },
  page: {
    from: 'Ines, who runs the blog',
    text: `Our evenings in the garden are popular, which is wonderful. We open the seats of another one every few moments, and they are gone
at once. But last night, twelve people stood in front of eight chairs, and all of them had a letter from us. I asked everybody
for their names: nobody had sneaked in. The blog is quick, and I don't see a single error.`,
  },
  // The database has a machine of its own, in the same data centre.
  distance: 3,
  async seed(db) {
    await seedUsers(db, readers);
    await inBatches(
      db,
      events,
      (tx, number) => tx.run`
        insert into events (id, title, starts_at, seats, seats_left)
        values (${eventId(number)}, ${sentence(number, 3)}, ${timeOf(number)}, ${seats}, ${seats})`,
    );
  },
  users: [
    { name: 'readers who want a seat', count: 12, pause: 100, visit: whenItOpens },
    {
      name: 'the person with the chairs',
      count: 1,
      pause: 2_000,
      visit: async (user) => {
        const evening = opening() - 1;
        const id = eventId(evening % events);
        const opened = evening * period;
        const visit = await user.get(`/events/${id}`);
        if (visit.status !== 200) return;
        const { guests, seats, seats_left } = JSON.parse(visit.content.toString());
        if (guests.length > seats)
          user.complain(`${guests.length} people have a seat at ${id}, and there are ${seats} chairs.`, visit, opened);
        else if (guests.length + seats_left !== seats)
          user.complain(`${id} has ${guests.length} guests and ${seats_left} free seats, of ${seats}.`, visit, opened);
      },
    },
  ],
  signals: [
    {
      from: 'Ines, who runs the blog',
      price: 1,
      isMitigation: true,
      text: 'I can close the sale of seats by hand until you are done. People will have to wait, but nobody else will stand in the garden.',
    },
    {
      from: 'the database team',
      price: 5,
      text: `Every constraint holds, every transaction was committed, none was rolled back, and nobody has written to these tables but you.
Look at what you write, and at what you had read before.`,
    },
    {
      from: 'a reader who got the ninth seat',
      price: 5,
      text: 'I pressed the button exactly when the seats were opened, as everybody does. Those who were some seconds late got the message that there is no seat left.',
    },
  ],
  causes: [
    {
      claim: 'Several requests read the same number of seats, and each of them writes that number less one.',
      proves: (item) => isTakenTwice(linesOf(item)),
      wouldShow:
        'Different requests have left the same number of seats, although nobody gave one back: each of them subtracted from what it had read before the other wrote. This is a lost update.',
    },
    {
      claim: 'People click twice, and one person gets two seats.',
      wouldShow:
        'two rows of `bookings` would have the same event_id and user_id, or two lines of the log the same guest.',
      shows: logShows(/bookings 409/, 'a booking that was refused with 409'),
    },
    {
      claim: 'The transaction is not committed before the response is sent.',
      wouldShow: 'bookings that were confirmed with 201 would be missing in the table: too few rows, and not too many.',
      shows: rowsShow(({ message }) => message === 'seat booked', 'lines "seat booked"'),
    },
    {
      claim: 'GET /events/:id shows an old number, from a cache.',
      wouldShow:
        'the rows in the database would be right: seats = seats_left + the number of bookings, for every event.',
      shows: rowsShow(({ seats_left }) => Number(seats_left) > 0, 'rows and lines with free seats'),
    },
    {
      claim: 'Some events were entered with the wrong number of seats.',
      wouldShow: 'a query would find events whose seats are not 8.',
      shows: rowsShow(
        ({ seats: found }) => found !== undefined && found !== seats,
        'rows with another number of seats',
      ),
    },
    {
      claim: 'A request is sent again after a timeout, and books a second time.',
      wouldShow: 'bookings would take seconds, and the same trace_id would have two lines "seat booked".',
      shows: metricShows('p95 of the slowest route', 'the p95 of the slowest route, in seconds,'),
    },
  ],
  follow: (board) =>
    board.flatMap(({ kind, text }) => (kind === 'complaint' ? (/event-\d+/.exec(text)?.[0] ?? []) : [])).slice(0, 1),
});
