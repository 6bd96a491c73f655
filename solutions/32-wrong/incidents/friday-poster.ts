import {
  type Fields,
  inBatches,
  incident,
  linesOf,
  metricShows,
  planShows,
  rowsShow,
  seedUsers,
  sentence,
} from '#incident';

/** The first day of the calendar, and the time between two events. */
const start = Date.UTC(2027, 2, 1);
const first = new Date(start).toISOString();
const minutes = 45;
const day = 86_400_000;
export const days = 42;
const regular = (days * 24 * 60) / minutes;
/** The last ones begin in the last millisecond of each day. */
export const events = regular + days;

/** Twenty past, five past, ten to …: and every 32nd at midnight. */
export function startOf(number: number): string {
  const time = number < regular ? number * minutes * 60_000 : (number - regular + 1) * day - 1;
  return new Date(start + time).toISOString();
}

export const dayOf = (number: number) => new Date(start + number * day).toISOString().slice(0, 10);

/** A day that begins at another time than midnight in UTC. */
function isOtherDay({ message, from, to }: Fields): boolean {
  return message === 'events listed' && ![from, to].every((time) => String(time).endsWith('T00:00:00.000Z'));
}

export default incident(import.meta.url, {
  step: 4,
  repair: { file: 'events/event-day.ts', part: 'eventDay' },
  page: {
    from: 'Ines, who runs the blog',
    text: `Since we have moved to the new machines, people come to the garden on the wrong day. They swear that the calendar said Saturday, and
on the poster it is Friday. Most events are where they should be, and nobody can tell me a rule. I entered all of them myself, with the
time in UTC, as you told me, and every day of the calendar is meant to be a day in UTC as well. It worked for a year.`,
  },
  // Where the new machines are.
  env: { TZ: 'America/St_Johns' },
  async seed(db) {
    await seedUsers(db, 20);
    await inBatches(
      db,
      events,
      (tx, number) => tx.run`
        insert into events (id, title, starts_at, seats, seats_left)
        values (${`event-${number}`}, ${sentence(number, 3)}, ${startOf(number)}, 20, 20)`,
    );
  },
  users: [
    {
      name: 'readers of the calendar',
      count: 14,
      pause: 1_500,
      visit: async (user) => {
        const day = dayOf(2 + Math.floor(Math.random() * (days - 4)));
        const visit = await user.get(`/events?day=${day}`);
        if (visit.status !== 200) return;
        const list = JSON.parse(visit.content.toString()) as { id: string; starts_at: string }[];
        const others = list.filter(({ starts_at }) => !starts_at.startsWith(day));
        const other = others[Math.floor(Math.random() * others.length)];
        if (other) user.complain(`The calendar of ${day} has ${other.id}, which begins at ${other.starts_at}.`, visit);
      },
    },
    {
      name: 'readers who want a seat',
      count: 3,
      pause: 2_000,
      visit: (user) => user.send('POST', `/events/event-${Math.floor(Math.random() * events)}/bookings`),
    },
  ],
  signals: [
    {
      from: 'Ines, who runs the blog',
      price: 1,
      isMitigation: true,
      text: 'I have put a note above the calendar: "The times are right. Please look at the date of each event, and not at the day above the list."',
    },
    {
      from: 'the people who run the machines',
      price: 3,
      text: "The new ones are in St. John's, in Canada, because of the energy. The clocks are right, to the millisecond. We have not changed anything else.",
    },
    {
      from: 'a developer at home',
      price: 3,
      text: "I can't reproduce it. On my machine, which runs on UTC as the old ones did, every event is on its day.",
    },
  ],
  causes: [
    {
      claim: 'A day of the calendar begins and ends at midnight in the time zone of the machine.',
      proves: (item) => linesOf(item).some(isOtherDay),
      wouldShow:
        "The log has the boundaries of the day that was listed: they are in UTC, and they are not midnight. They are midnight in St. John's.",
    },
    {
      claim: 'The clocks of the new machines are wrong.',
      wouldShow: 'the times in the log would differ from those of the complaints.',
      shows: rowsShow(
        ({ time }) => Math.abs(Date.parse(String(time)) - Date.now()) > 3_600_000,
        'lines of another time',
      ),
    },
    {
      claim: 'Some events were entered in local time.',
      wouldShow: 'a query would find rows whose starts_at does not end with Z.',
      shows: rowsShow(({ starts_at }) => !/Z$/.test(String(starts_at ?? 'Z')), 'rows without the Z'),
    },
    {
      claim: 'The calendar of the day before is still in a cache.',
      wouldShow:
        'the blog would send no statement for most requests, and a list would be right for a day and wrong for the next one.',
      shows: metricShows('statements per request', 'the number of statements per request'),
    },
    {
      claim: 'The index on starts_at is damaged.',
      wouldShow: 'events would be missing on all days, while a query without the index would find them.',
      shows: planShows(/events/, 'the plan'),
    },
    {
      claim: 'Comparing the times as strings puts them in another order.',
      wouldShow:
        'strings of different formats or lengths would be in starts_at, for example with an offset instead of the Z.',
      shows: rowsShow(({ starts_at = first }) => !/^.{10}T.{12}Z$/.test(String(starts_at)), 'rows with another format'),
    },
  ],
  follow: (board) =>
    board
      .flatMap(({ kind, rows = [] }) => (kind === 'complaint' ? rows.map(({ request_id }) => String(request_id)) : []))
      .slice(0, 1),
});
