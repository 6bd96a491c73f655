import { fault, fewStatements, other, readers, sameAsHealthy } from '#drill';
import { inBatches, seedPosts, seedUsers, sentence, statementShows, timeOf, userId } from '#incident';

const events = 12;
const eventId = (number: number) => `event-${number}`;

export default fault(import.meta.url, ['32-wrong'], (dice) => {
  const guests = dice.between(50, 80);
  return {
    kind: 'N+1 queries: the name of each guest of an event is loaded with a statement of its own',
    edits: [
      {
        file: 'events/events.service.ts',
        find: `    const rows = await this.db.all<{ name: string }>\`
      select users.name from bookings join users on users.id = bookings.user_id
      where bookings.event_id = \${id}
      order by bookings.created_at, users.id\`;
    return rows.map(({ name }) => name);
  }`,
        replace: `    const rows = await this.db.all<{ user_id: string }>\`
      select user_id from bookings where event_id = \${id} order by created_at, user_id\`;
    const names: string[] = [];
    for (const { user_id } of rows) names.push(await this.#nameOf(user_id));
    return names;
  }

  async #nameOf(user_id: string): Promise<string> {
    const row = await this.db.get<{ name: string }>\`select name from users where id = \${user_id}\`;
    return row?.name ?? '';
  }`,
      },
    ],
    page: {
      from: dice.pick(['the person with the chairs', 'Ines, who runs the blog']),
      text: `I open an evening in the garden on my phone, to see who comes. For the small ones it works. For the ${dice.pick(['lantern', 'harvest', 'summer'])} feast I
put the phone away and do something else. It has always had more guests than the others, but it wasn't like this ${dice.pick(['in spring', 'last year'])}.`,
    },
    distance: dice.between(2, 4),
    async seed(db) {
      await seedUsers(db, 100);
      await seedPosts(db, 30);
      await inBatches(
        db,
        events,
        (tx, number) => tx.run`
          insert into events (id, title, starts_at, seats, seats_left)
          values (${eventId(number)}, ${sentence(number, 3)}, ${timeOf(number)}, 100, ${number === 3 ? 100 - guests : 96})`,
      );
      await inBatches(db, guests, async (tx, number) => {
        for (let event = 0; event < events; event++) {
          if (event !== 3 && number >= 4) continue;
          await tx.run`
            insert into bookings (event_id, user_id, created_at)
            values (${eventId(event)}, ${userId(number)}, ${timeOf((number * 7) % 50)})`;
        }
      });
    },
    users: [
      {
        name: 'readers who look who comes',
        count: 10,
        pause: 700,
        visit: (user) => user.get(`/events/${eventId(user.number % 3 === 0 ? Math.floor(Math.random() * events) : 3)}`),
      },
      readers(6),
    ],
    signals: [
      { from: 'the people who run the machines', price: 3, text: 'Hardly any processor, hardly any memory. It waits.' },
      {
        from: 'somebody who counts everything',
        price: 5,
        text: 'I have measured three evenings. With four guests, with ten and with sixty: the time grows with the number of guests.',
      },
    ],
    causes: [
      {
        claim: 'The name of each guest is loaded with a statement of its own.',
        proves: ({ kind, text, values }) =>
          kind === 'statement' && /select name from users/.test(text) && values.perRequest! > 2,
        wouldShow: 'A short statement about one user runs once for each guest of the event: N+1 queries.',
      },
      {
        claim: 'The bookings of an event are found by reading all bookings.',
        wouldShow: 'the statement that reads bookings would be slow, and its plan would say SCAN.',
        shows: statementShows(/from bookings/, 'the statement that reads bookings'),
      },
      {
        claim: 'People book seats all the time, and readers wait until a booking has been written.',
        wouldShow: 'there would be many statements that insert bookings, and readers would wait for the connection.',
        shows: statementShows(/insert into bookings/, 'the statement that inserts bookings'),
      },
      other.eventLoop,
      other.transactions,
      other.visitors,
    ],
    async check(rehearsal) {
      await sameAsHealthy(
        rehearsal,
        [3, 0, 7].map((number) => `/events/${eventId(number)}`),
      );
      await sameAsHealthy(rehearsal, ['/events/no-such-event']);
      await fewStatements(
        rehearsal,
        [`/events/${eventId(3)}`],
        'an event still loads something for each of its guests.',
      );
      await sameAsHealthy(rehearsal, [
        { method: 'POST', path: `/events/${eventId(3)}/bookings`, user: 95 },
        `/events/${eventId(3)}`,
      ]);
    },
  };
});
