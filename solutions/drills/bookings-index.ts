import { asQuick, fault, other, readers, sameAsHealthy } from '#drill';
import { callsShow, seedPosts, statementShows, tokenOf } from '#incident';

const people = 8_000;

const page = (number: number) => ({
  path: '/overview',
  headers: { authorization: `Bearer ${tokenOf(number % people)}` },
});

export default fault(import.meta.url, ['32-wrong'], (dice) => {
  const events = dice.between(6_000, 9_000);
  return {
    kind: 'A missing index: the bookings of a reader are found by reading those of all readers',
    edits: [
      {
        file: 'store/schema.ts',
        find: `
      await tx.run\`create index bookings_by_user on bookings (user_id, created_at)\`;`,
        replace: '',
      },
    ],
    repair: [
      {
        file: 'store/schema.ts',
        find: '\n];\n',
        replace: `
  {
    name: 'index of the bookings',
    apply: (tx) => tx.run\`create index bookings_by_user on bookings (user_id, created_at)\`,
  },
];
`,
      },
    ],
    page: {
      from: dice.pick(['Jonas, who builds the app for phones', 'Lena, who has a phone']),
      text: `The first page of the app takes longer every season. What is strange: if I close it and open it again right away, it is there at
once, and after a minute it is slow again. ${dice.pick(['Posts and comments are fine.', 'Nothing else in the app is slow, or only now and then.'])}`,
    },
    async seed(db) {
      await db.run`
        insert into users (id, email, email_key, password, name, role, created_at)
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${people - 1})
        select 'user-' || n, 'reader-' || n || '@example.com', 'reader-' || n || '@example.com', 'none', 'Reader ' || n,
          'user', '2026-01-01T' || printf('%02d:%02d', n / 60 % 24, n % 60) || ':00.000Z'
        from numbers`;
      await seedPosts(db, 30);
      await db.run`
        insert into events (id, title, starts_at, seats, seats_left)
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${events - 1})
        select 'event-' || n, 'Evening ' || n, '2026-03-' || printf('%02d', 1 + n % 28) || 'T18:00:00.000Z', 50, 45
        from numbers`;
      await db.run`
        insert into bookings (event_id, user_id, created_at)
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${events * 10 - 1})
        select 'event-' || (n / 10), 'user-' || (n * 7 % ${people}), '2026-02-01T00:00:00.000Z'
        from numbers`;
    },
    users: [
      {
        name: 'readers who open the app',
        count: 14,
        pause: 500,
        visit: (user) => user.get('/overview', page(Math.floor(Math.random() * people)).headers),
      },
      readers(6),
    ],
    signals: [
      { from: 'the people who run the machines', price: 3, text: 'One processor has more to do every month.' },
      {
        from: 'Ines, who runs the blog',
        price: 3,
        text: 'We never delete an evening. I like to scroll through those of the last years.',
      },
    ],
    causes: [
      {
        claim: 'Finding the bookings of one reader reads a table to its end.',
        proves: ({ kind, text }) => kind === 'plan' && /SCAN (bookings|events)/.test(text),
        wouldShow:
          'The plan says SCAN: there is no index that begins with the reader, and the table grows every season.',
      },
      {
        claim: 'The events of a reader are loaded one by one.',
        wouldShow: 'a statement about events would run many times for each request.',
        shows: callsShow(/from events where id/, 'the statement that reads one event'),
      },
      {
        claim: 'The page is kept for too short a time.',
        wouldShow: 'loading it once would be quick, and the blog would be slow only because it happens so often.',
        shows: statementShows(/from bookings join events/, 'the statement that loads it'),
      },
      other.tokens,
      other.heap,
      other.transactions,
    ],
    async check(rehearsal) {
      await sameAsHealthy(rehearsal, [page(1), page(2), page(people - 1)]);
      await asQuick(rehearsal, (round) => page(10 + round), {
        cause:
          'the bookings of a reader are still found by reading all of them, or the index is in an old migration: production has applied that one long ago. Add a new one at the end. Keeping the page for longer helps nobody who opens it for the first time.',
      });
    },
  };
});
