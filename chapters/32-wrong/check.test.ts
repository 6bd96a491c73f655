import { setTimeout as delay } from 'node:timers/promises';
import { chapter, random, type Session } from '#check';
import { bodyOf, fail, type Rehearsed, repeat, requireEvidence, requireTimeline, type User } from '#incident';
import familyBreakfast, {
  credentialOf,
  emailOf,
  eventOf,
  idOf,
  nameOf,
  readers,
} from '../../solutions/32-wrong/incidents/family-breakfast.ts';
import fridayPoster, { dayOf, days, events, startOf } from '../../solutions/32-wrong/incidents/friday-poster.ts';
import openGate, { eventId, seats } from '../../solutions/32-wrong/incidents/open-gate.ts';
import whiteEnvelopes, { type MailService } from '../../solutions/32-wrong/incidents/white-envelopes.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  requireEvidence(check, openGate);

  check(
    'every seat is sold, and everybody gets an answer',
    async (app) => {
      const { rounds, alone, isBelowZero } = await app.once(evening);
      for (const { statuses } of rounds) {
        const odd = statuses.find((status) => status !== 201 && status !== 409);
        if (odd !== undefined) {
          fail(
            `Twenty readers booked a seat at the same moment, and one got ${odd || 'no response'}.`,
            '201 for those who get a seat, and 409 for the others',
            isBelowZero
              ? 'the statement subtracts although no seat is left. The CHECK constraint of the table refuses a negative seats_left, and nothing turns its error into a 409.'
              : [
                  'a request gives up when another one is quicker, instead of trying again or responding with 409.',
                  'an error of a transaction is not handled.',
                ],
          );
        }
        const sold = statuses.filter((status) => status === 201).length;
        if (sold < seats) {
          fail(
            `Twenty readers booked one of ${seats} seats at the same moment. ${sold} got one, and ${20 - sold} got a 409.`,
            `${seats} of them get a seat`,
            [
              'a reader is refused because somebody else is booking at the same moment, although seats are left.',
              'too many were let in, and then too many were sent away.',
            ],
          );
        }
      }
      if (alone === '201 201 409 404, 6 seats left, on the page') return;
      fail(
        `Two readers booked one after the other, the second one twice, and somebody an event that doesn't exist. The result: ${alone}.`,
        '201 201 409 404, 6 seats left, on the page',
        'the repair has broken something that worked.',
      );
    },
    { alreadyTrue: true },
  );

  check('no evening has more guests than chairs', async (app) => {
    const { rounds } = await app.once(evening);
    for (const { statuses, guests, rows } of rounds) {
      const most = Math.max(statuses.filter((status) => status === 201).length, guests, rows);
      if (most <= seats) continue;
      fail(
        `Twenty readers booked one of ${seats} seats at the same moment. ${most} of them have a booking.`,
        `at most ${seats}`,
        `each request decides with a number that was read before the others have written. Reading it a moment later, or correcting the number that is written, leaves the moment in between.${rows > guests ? ' Besides, the list of the guests is shorter than the table of the bookings: those who are not on it still have a letter.' : ''}`,
      );
    }
  });

  check('the free seats and the guests add up to all seats', async (app) => {
    const { rounds } = await app.once(evening);
    for (const { guests, left } of rounds) {
      if (guests + left === seats) continue;
      fail(
        `After the rush, an event with ${seats} seats has ${guests} guests and ${left} free seats.`,
        'guests + free seats = seats',
        'several requests write a number that each of them has computed from the same old one, so all but one of the changes are lost.',
      );
    }
  });
});

step(2, (check) => {
  requireEvidence(check, familyBreakfast);

  check(
    'every reader gets a page',
    async (app) => {
      const { odd } = await app.once(breakfast);
      if (odd === undefined) return;
      fail(
        `GET /overview of a reader with a valid token responds with ${odd}.`,
        '200, with name, email and bookings',
        odd === 403 || odd === 404
          ? 'the repair notices that the page belongs to somebody else, and refuses it. So the reader gets no page at all.'
          : 'the repair has broken the route.',
      );
    },
    { alreadyTrue: true },
  );

  check('nobody gets the page of somebody else', async (app) => {
    const { mixed } = await app.once(breakfast);
    if (mixed === undefined) return;
    fail(
      `${emailOf(mixed.who)} (${idOf(mixed.who)}) asked for their overview, and got the page of ${emailOf(mixed.whose)} (${idOf(mixed.whose)}).`,
      'their own name, address and bookings',
      `the key of the cache is the same for two readers${inCommon(mixed.who, mixed.whose)}. A shorter lifetime of the entry does not change that.`,
    );
  });

  check(
    'a booking is on the page at once',
    async (app) => {
      const { isFresh } = await app.once(breakfast);
      if (isFresh) return;
      fail(
        'A reader opened the page, booked an event, and opened the page again. The event was not on it.',
        'the new booking',
        'the booking deletes no entry of the cache, or one with another key than that of the page.',
      );
    },
    { alreadyTrue: true },
  );
});

step(3, (check) => {
  requireEvidence(check, whiteEnvelopes);

  check(
    'every booking has its letter',
    async (app) => {
      const { letters, bookings, missing, sharing, unreachable } = await app.once(post);
      if (letters === bookings && missing === 0) return;
      fail(
        `For ${bookings} bookings, the mail service was asked for ${letters} letters and has printed ${letters - missing}. For eight of them, the first request was refused with 503, and for eight others its connection broke before anything was printed.`,
        `${bookings} letters`,
        sharing > 0
          ? 'two letters have the same Idempotency-Key, so the service ignores the second one.'
          : missing > 0 && missing === unreachable
            ? 'a letter whose connection broke is not sent again. It may have broken before or after the print, and nobody can know which.'
            : [
                'a letter counts as sent before anybody knows that it was.',
                'there is no other attempt after one that has failed.',
              ],
      );
    },
    { alreadyTrue: true },
  );

  check('no letter is printed twice', async (app) => {
    const { twice, letters, hasKeys } = await app.once(post);
    if (twice === 0) return;
    fail(
      `${twice} of ${letters} letters were printed more than once. For eight letters, the connection broke after the print and before the response arrived.`,
      'each letter once',
      hasKeys
        ? 'another attempt has another Idempotency-Key, so the service cannot know that it is the same letter. A longer timeout does not help: some responses never arrive.'
        : 'the requests have no Idempotency-Key, so the service cannot know that it is the same letter.',
    );
  });
});

step(4, (check) => {
  requireEvidence(check, fridayPoster);

  check(
    'the calendar refuses days that do not exist',
    async (app) => {
      const { refused } = await app.once(calendar);
      if (refused === '400 400 400 400') return;
      fail(
        `GET /events with the days 2027-02-30, 2027-13-01, tomorrow and none responds with ${refused}.`,
        '400 for each of them, as before',
        'the repair has lost the check of the day.',
      );
    },
    { alreadyTrue: true },
  );

  check('every event is on the day of its time in UTC', async (app) => {
    const { problem } = await app.once(calendar);
    if (problem !== undefined) failCalendar(problem);
  });

  check('the calendar is the same on every machine', async (app) => {
    const { problem } = await app.once(elsewhere);
    if (problem !== undefined) failCalendar(problem);
  });

  check(
    'the program keeps the time zone of its machine',
    async (app) => {
      for (const { machine, zone } of [await app.once(calendar), await app.once(elsewhere)]) {
        if (zone === machine) continue;
        fail(
          `The time zone of the machine is ${machine}. After some requests, that of the program is ${zone}.`,
          `${machine}: the calendar is right in any time zone`,
          'the program sets process.env.TZ. This changes every date of the whole process, and the code of the calendar is still wrong in a program that does not set it.',
        );
      }
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  requireTimeline(check, [openGate, familyBreakfast, whiteEnvelopes, fridayPoster]);
});

/** The incident "open-gate" once more. */
async function evening(app: Session) {
  const mine = await repeat(app, openGate);
  const rush = async (number: number) => {
    const path = `/events/${eventId(number)}`;
    const visits = await mine.together(20, (user) => user.send('POST', `${path}/bookings`));
    const event = bodyOf(`GET ${path}`, await mine.user().get(path));
    const [row] = await mine.query(`select count(*) as count from bookings where event_id = '${eventId(number)}'`);
    return {
      statuses: visits.map(({ status }) => status),
      guests: event.guests.length as number,
      left: event.seats_left as number,
      rows: Number(row?.count),
    };
  };
  // The connections exist before everybody arrives.
  await mine.together(20, (user) => user.get('/health/live'));
  const rounds = [await rush(1), await rush(2), await rush(3)];

  const path = `/events/${eventId(50)}`;
  const book = async (number: number, at = path) => (await mine.user(number).send('POST', `${at}/bookings`)).status;
  const statuses = [await book(1), await book(2), await book(2), await book(3, '/events/no-such-event')];
  const { seats_left } = bodyOf(`GET ${path}`, await mine.user().get(path));
  const { bookings } = bodyOf('GET /overview', await own(mine.user(1)));
  const isShown = bookings.some(({ id }: { id: string }) => id === eventId(50));
  return {
    rounds,
    isBelowZero: /CHECK constraint failed: seats_left/.test(await mine.log()),
    alone: `${statuses.join(' ')}, ${seats_left} seats left, ${isShown ? 'on the page' : 'not on the page'}`,
  };
}

/** What two readers have in common that a key may be made of. */
function inCommon(one: number, other: number): string {
  const [a, b] = [idOf(one), idOf(other)];
  const parts = [
    ...(a.slice(0, 8) === b.slice(0, 8) ? ['begin alike (they registered at nearly the same time)'] : []),
    ...(a.slice(-6) === b.slice(-6) ? ['end alike'] : []),
  ];
  const facts = [
    ...(parts.length > 0 ? [`whose ids ${parts.join(' and ')}`] : []),
    ...(nameOf(one) === nameOf(other) ? ['who have the same name'] : []),
  ];
  return facts.length === 0 ? '' : `, ${facts.join(' and ')}`;
}

/** A user of `seedUsers` asks for the overview: a GET has no credential unless it is given one. */
function own(user: User) {
  return user.get('/overview', user.credential);
}

/** The incident "family-breakfast" once more. */
async function breakfast(app: Session) {
  const mine = await repeat(app, familyBreakfast);
  const numbers = Array.from({ length: readers }, (_, number) => number);
  const open = (program: Rehearsed, number: number) => program.user(number).get('/overview', credentialOf(number));
  // One after another, so that each finds what the one before has left, and then all at the same moment.
  const visits: { number: number; visit: Awaited<ReturnType<typeof open>> }[] = [];
  for (const number of numbers.slice(0, 12)) visits.push({ number, visit: await open(mine, number) });
  const together = numbers.slice(12).map(async (number) => ({ number, visit: await open(mine, number) }));
  visits.push(...(await Promise.all(together)));

  const number = 5;
  const event = eventOf(102 + (random.number() % 40));
  const before = await open(mine, number);
  const booked = await mine.user(number).send('POST', `/events/${event}/bookings`, undefined, credentialOf(number));
  const after = await open(mine, number);
  visits.push({ number, visit: before }, { number, visit: after });

  const odd = visits.find(({ visit }) => visit.status !== 200)?.visit.status;
  const pages = visits.flatMap(({ number, visit }) =>
    visit.status === 200 ? [{ number, page: JSON.parse(visit.content.toString()) }] : [],
  );
  const wrong = pages.find(({ number, page }) => page.email !== emailOf(number) || page.name !== nameOf(number));
  const shown: { id: string }[] = after.status === 200 ? JSON.parse(after.content.toString()).bookings : [];
  return {
    odd: odd ?? (booked.status === 201 ? undefined : booked.status),
    mixed: wrong && {
      who: wrong.number,
      whose: numbers.find((number) => emailOf(number) === wrong.page.email) ?? wrong.number,
    },
    isFresh: shown.some(({ id }) => id === event),
  };
}

/** The incident "white-envelopes" once more. */
async function post(app: Session) {
  const mine = await repeat(app, whiteEnvelopes);
  const mail = mine.outside as MailService;
  let bookings = 0;
  for (const [turn, mood] of (['lost', 'refused', 'unreachable'] as const).entries()) {
    mail.mood = mood;
    // Four readers, who book two events each, as one page of the app would: in the same trace.
    for (let number = 0; number < 8; number++) {
      const path = `/events/${eventId(turn * 8 + number)}/bookings`;
      const traceparent = `00-${String(turn * 4 + (number % 4) + 1).padStart(32, '0')}-b7ad6b7169203331-01`;
      const user = mine.user(number % 4);
      bodyOf(`POST ${path}`, await user.send('POST', path, undefined, { traceparent }), 201);
      bookings++;
    }
    await untilAskedTwice(mine, mail, bookings);
  }
  const letters = [...mail.keys].map(([id, keys]) => ({ id, keys, prints: mail.printed.get(id) ?? 0 }));
  const missing = letters.filter(({ prints }) => prints === 0);
  const twice = letters.filter(({ prints }) => prints > 1);
  const isShared = (key: string) => key !== '' && letters.filter(({ keys }) => keys.has(key)).length > 1;
  return {
    bookings,
    letters: letters.length,
    missing: missing.length,
    sharing: missing.filter(({ keys }) => [...keys].some(isShared)).length,
    unreachable: missing.filter(({ id }) => mail.unreachable.has(id)).length,
    twice: twice.length,
    hasKeys: twice.every(({ keys }) => !keys.has('')),
  };
}

/** Every letter has had its second attempt. A program that makes none never gets there. */
async function untilAskedTwice(program: Rehearsed, mail: MailService, letters: number): Promise<void> {
  const isDone = () => mail.asked.size === letters && [...mail.asked.values()].every((count) => count >= 2);
  for (const end = Date.now() + 15_000; !isDone() && Date.now() < end; ) {
    await delay(100);
    // The pause before another attempt, and the minute after which somebody else may take a job.
    await program.advance(61);
  }
}

/** The incident "friday-poster" once more, and its calendar on a machine at the other end of the world. */
async function calendar(app: Session) {
  const mine = await repeat(app, fridayPoster);
  const bad = ['?day=2027-02-30', '?day=2027-13-01', '?day=tomorrow', ''];
  const refusals = await Promise.all(bad.map((query) => mine.user().get(`/events${query}`)));
  const refused = refusals.map(({ status }) => status).join(' ');
  return { problem: await problemOf(mine), refused, machine: fridayPoster.env!.TZ, zone: await mine.zone() };
}

async function elsewhere(app: Session) {
  const machine = 'Pacific/Auckland';
  const mine = await repeat(app, { ...fridayPoster, env: { TZ: machine } });
  return { problem: await problemOf(mine), machine, zone: await mine.zone() };
}

interface CalendarProblem {
  readonly what: string;
  readonly cause: string;
}

/** Reads all days: every event has to be on exactly one of them, with its time. */
async function problemOf(program: Rehearsed): Promise<CalendarProblem | undefined> {
  const expected = new Map<string, string>(
    Array.from({ length: events }, (_, number) => [`event-${number}`, startOf(number)]),
  );
  const seen = new Set<string>();
  for (let number = 0; number < days; number++) {
    const day = dayOf(number);
    const list: { id: string; starts_at: string }[] = bodyOf(
      `GET /events?day=${day}`,
      await program.user().get(`/events?day=${day}`),
    );
    for (const { id, starts_at } of list) {
      const start = expected.get(id)!;
      if (starts_at !== start)
        return { what: `${id} begins at ${start}, and the calendar says ${starts_at}.`, cause: causes.changed };
      if (!start.startsWith(day))
        return { what: `The calendar of ${day} has ${id}, which begins at ${start}.`, cause: causes.moved };
      seen.add(id);
    }
    const missing = [...expected].find(([id, start]) => start.startsWith(day) && !seen.has(id));
    if (missing !== undefined)
      return {
        what: `The calendar of ${day} lacks ${missing[0]}, which begins at ${missing[1]}.`,
        cause: causes.moved,
      };
    const starts = list.map(({ starts_at }) => starts_at);
    if (starts.join() !== starts.toSorted().join())
      return { what: `The events of ${day} are not in the order in which they begin.`, cause: causes.order };
  }
  return undefined;
}

const causes = {
  moved:
    'the day begins or ends at another time than midnight in UTC: a second is enough. A correction by some hours is right until the clocks change, or the machine does.',
  changed: 'the repair changes the times of the events so that they fit the list.',
  order: 'the repair has lost the order of the list.',
};

function failCalendar({ what, cause }: CalendarProblem): never {
  fail(what, 'each event on the day with which its starts_at begins, and on no other', cause);
}
