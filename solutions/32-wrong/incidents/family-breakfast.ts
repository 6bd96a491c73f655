import {
  type Fields,
  inBatches,
  incident,
  linesOf,
  metricShows,
  rowsHave,
  rowsShow,
  statementShows,
  timeOf,
  tokenFor,
} from '#incident';

const families = 12;
/** People who have registered in the same minute, at the same table. */
const members = 4;
export const readers = families * members;
const events = 200;

const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');

/**
 * As `uuid` makes them: 48 bits of time first. Of each family, the first two have been entered in the same millisecond, and their ids
 * only differ at the end. Those of the last two only differ at the beginning. So no part of an id tells people apart.
 */
export function idOf(number: number): string {
  const [family, member] = [Math.floor(number / members), number % members];
  const time = `0199c${hex(0x3a0 + family * 7, 3)}-${hex(0x1000 + (member < 2 ? 0 : member), 4)}`;
  const random = `7${hex(family, 3)}-8${hex(0x2af + family, 3)}`;
  return `${time}-${random}-${hex(0x9e3779b1 * (4 * family + Math.min(member, 2) + 1), 12).slice(-12)}`;
}

/** Families share names as well: the second and the third have the same. */
export function nameOf(number: number): string {
  const member = number % members;
  return ['Jo', 'Kim', 'Kim', 'Sam'][member]!;
}

export const emailOf = (number: number) => `${nameOf(number).toLowerCase()}-${number}@example.com`;
export const eventOf = (number: number) => `event-${number}`;
export const credentialOf = (number: number) => ({
  authorization: `Bearer ${tokenFor({ id: idOf(number), email: emailOf(number) })}`,
});

/** Responses with the same key for different people. */
function isShared(rows: readonly Fields[]): boolean {
  const pages = rows.filter(({ message }) => message === 'overview');
  return pages.some(({ key, user_id }) => pages.some((other) => other.key === key && other.user_id !== user_id));
}

export default incident(import.meta.url, {
  step: 2,
  repair: { file: 'overview/overview.service.ts', part: 'OverviewService.#key' },
  page: {
    from: "Noor, who answers readers' mail",
    text: `A father writes that he opened the app at breakfast and saw the page of his daughter, with her address and her evenings in
the garden. He logged out and in again, and it was still hers. Half a minute later it was his own. I have three more letters like this,
all from this week, and I have a bad feeling about it. Nobody complains about errors, and the app is as quick as ever.`,
  },
  distance: 1,
  async seed(db) {
    await inBatches(db, readers, (tx, number) => {
      const email = emailOf(number);
      return tx.run`
        insert into users (id, email, email_key, password, name, role, created_at)
        values (${idOf(number)}, ${email}, ${email}, 'none', ${nameOf(number)}, 'user', ${timeOf(number)})`;
    });
    await inBatches(
      db,
      events,
      (tx, number) => tx.run`
        insert into events (id, title, starts_at, seats, seats_left)
        values (${eventOf(number)}, ${`Evening ${number}`}, ${timeOf(number)}, 500, 499)`,
    );
    await inBatches(
      db,
      events,
      (tx, number) => tx.run`
        insert into bookings (event_id, user_id, created_at)
        values (${eventOf(number)}, ${idOf(number % readers)}, ${timeOf(number)})`,
    );
  },
  users: [
    {
      name: 'readers with the app',
      count: readers,
      pause: 6_000,
      visit: async (user) => {
        const visit = await user.get('/overview', credentialOf(user.number));
        if (visit.status !== 200) return;
        const { name, email } = JSON.parse(visit.content.toString());
        if (email !== emailOf(user.number))
          user.complain(`I am ${emailOf(user.number)}, and I see the page of ${name}, ${email}.`, visit);
      },
    },
    { name: 'readers of the calendar', count: 4, pause: 1_000, visit: (user) => user.get('/events?day=2026-01-01') },
  ],
  signals: [
    {
      from: 'the developers of the app',
      price: 1,
      isMitigation: true,
      text: 'We can hide the page for everybody with a switch. Done: until you tell us, nobody sees a page, neither the right nor the wrong one.',
    },
    {
      from: 'the father',
      price: 3,
      text: 'No, we have two phones, and she was at the other side of the table. We registered on the same evening, both of us, when we came home from the garden.',
    },
    {
      from: 'a colleague who runs the database',
      price: 5,
      text: 'I looked at both of them: two users, two addresses, and each booking belongs to the right person. Whatever is wrong, it happens after the rows have been read.',
    },
  ],
  causes: [
    {
      claim: 'Different readers share an entry of the cache.',
      proves: (item) => isShared(linesOf(item)),
      wouldShow:
        'Lines of different users have the same key: the first one to ask fills the entry, and the others get that page until it expires.',
    },
    {
      claim: 'The session of one person is given to another one.',
      wouldShow: 'the lines of the wrong response would have the user_id of the other person.',
      shows: rowsHave('user_id', ({ message }) => message === 'request', 'the user_id of the line "request"'),
    },
    {
      claim: 'Two requests at the same moment write to the same variable.',
      wouldShow: 'it would be wrong for one request and right again for the next, and not for half a minute.',
      shows: rowsShow(({ cached }) => cached === true, 'lines with cached=true'),
    },
    {
      claim: 'A proxy, or the browser, keeps the response and gives it to somebody else.',
      wouldShow: 'the blog would have no line for the wrong response: the request would never have arrived.',
      shows: rowsShow(({ request_id }) => request_id !== undefined, 'lines with a request_id'),
    },
    {
      claim: 'The statement that reads the bookings has lost its condition.',
      wouldShow: 'a page would have the right name above the wrong bookings, and the statement would return many rows.',
      shows: statementShows(/from bookings join events/, 'the statement that reads the bookings'),
    },
    {
      claim: 'There are so many requests that responses get mixed up.',
      wouldShow: 'there would be many requests in flight.',
      shows: metricShows('requests in flight', 'the number of requests in flight'),
    },
  ],
  follow: (board) => {
    const [complaint] = board.filter(({ kind }) => kind === 'complaint');
    const request = complaint?.rows?.[0]?.request_id;
    const keys = board.flatMap(({ rows = [] }) => rows.flatMap(({ key }) => (key === undefined ? [] : [String(key)])));
    return [...(request === undefined ? [] : [String(request)]), ...keys.slice(0, 1)];
  },
});
