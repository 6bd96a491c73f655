import { answered, fault, other, readers, sameAsHealthy } from '#drill';
import {
  bodyOf,
  type Fields,
  fail,
  metricShows,
  rowsShow,
  seedPosts,
  seedUsers,
  statementShows,
  tokenOf,
  userId,
} from '#incident';

const star = 0;
const stars = { authorization: `Bearer ${tokenOf(star)}` };

/** Two gifts to the same reader have led to the same balance, and nobody has taken anything away in between. */
function isLost(rows: readonly Fields[]): boolean {
  const gifts = rows.filter(({ message, balance }) => message === 'points given' && balance !== undefined);
  return gifts.some(({ to, balance }, index) =>
    gifts.some(
      (one, at) => at < index && one.to === to && one.balance === balance && !gifts.some(({ from }) => from === to),
    ),
  );
}

export default fault(import.meta.url, ['31-failing'], (dice) => {
  let accepted = 0;
  const each = dice.between(1, 3);
  return {
    kind: 'A lost update: only the balance of the giver is locked, and two gifts to the same reader overwrite each other',
    edits: [
      {
        file: 'points/points.service.ts',
        find: `    // In the same order for everybody, in both directions. Then nobody who waits for the second lock has a first one that the
    // holder of the second still needs.
    const [first, second] = [from, to].sort() as [string, string];
    return this.locks.with(first, by, () =>
      this.locks.with(second, by, async () => {
        const left = (await this.of(from)) - points;
        return left < 0 ? 'poor' : this.#move(from, left, to, points);
      }),
    );`,
        replace: `    // Nobody can spend the same point twice.
    return this.locks.with(from, by, async () => {
      const left = (await this.of(from)) - points;
      return left < 0 ? 'poor' : this.#move(from, left, to, points);
    });`,
      },
      {
        file: 'points/points.service.ts',
        find: `  /** Only for a caller that has the locks of both. */
`,
        replace: '',
      },
      {
        file: 'points/points.service.ts',
        find: `    this.log.info('points given', { from, to, points });`,
        replace: `    this.log.info('points given', { from, to, points, balance });`,
      },
    ],
    page: {
      from: dice.pick(['Ida, whom everybody likes', 'Ida, who writes about soup']),
      text: `I have written about ${dice.pick(['my soup', 'my grandmother'])}, and now my points behave strangely. On the screen of the meeting I saw the people thank me, one
after another, and I counted along, as one does. At the end I had ${dice.pick(['eleven', 'fourteen'])} points less than they had given me. Theirs are gone, they have checked.`,
    },
    distance: dice.between(8, 14),
    async seed(db) {
      await seedUsers(db, 60);
      await seedPosts(db, 30);
      for (let number = 1; number < 60; number++)
        await db.run`insert into points (user_id, points) values (${userId(number)}, 100000)`;
    },
    users: [
      {
        name: 'Ida, who looks at her points',
        count: 1,
        pause: 3_000,
        visit: async (user) => {
          const before = accepted;
          const visit = await user.get('/my-points', stars);
          if (visit.status !== 200) return;
          const { points } = JSON.parse(visit.content.toString()) as { points: number };
          if (points < 20 + before)
            user.complain(`I am ${userId(star)}. I was given ${before} points, had 20, and have ${points}.`, visit);
        },
      },
      {
        name: 'readers who like her',
        count: 24,
        pause: 900,
        visit: async (user) => {
          const { status } = await user.send('POST', `/users/${userId(star)}/thanks`, { points: each });
          if (status === 200) accepted += each;
        },
      },
      readers(6),
    ],
    signals: [
      {
        from: 'a colleague who looks after the database',
        price: 5,
        text: 'All points together are fewer than yesterday. Nobody has deleted a row.',
      },
      {
        from: 'one of the readers',
        price: 3,
        text: 'I saw "thank you", and I have one point less. All as it should be.',
      },
    ],
    causes: [
      {
        claim: 'Two gifts to the same reader begin with the same balance, and the second one overwrites the first.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && isLost(rows),
        wouldShow:
          'Two lines "points given" to the same reader have the same balance, although each has added something.',
      },
      {
        claim: 'Gifts that fail are counted by the readers, and not by the blog.',
        wouldShow: 'the share of requests that fail would be high, and nobody would have lost a point.',
        shows: metricShows('share of requests that fail', 'the share of requests that fail'),
      },
      {
        claim: 'The balance that Ida sees is out of date.',
        wouldShow: 'it would be right a moment later, and a query would find the right number.',
        shows: rowsShow(({ points }) => points !== undefined, 'rows and lines with points'),
      },
      {
        claim: 'Two gifts wait for each other.',
        wouldShow: 'somebody would wait for a lock for seconds, and get no response.',
        shows: metricShows('locks{state="waiting"}', 'the number of those who wait for a lock'),
      },
      {
        claim: 'The transaction writes the points of the giver only.',
        wouldShow: 'no gift would arrive at all, and the statement would run once for each gift.',
        shows: statementShows(/insert into points/, 'the statement that writes points'),
      },
      other.eventLoop,
    ],
    follow: () => [userId(star)],
    async check(rehearsal) {
      const { mine } = rehearsal;
      const points = async () =>
        bodyOf('GET /my-points', await mine.user(star).get('/my-points', stars)).points as number;
      const before = await points();
      let expected = 0;
      for (let round = 0; round < 3; round++) {
        const gifts = Array.from({ length: 10 }, (_, index) => ({
          method: 'POST',
          path: `/users/${userId(star)}/thanks`,
          body: { points: 2 },
          user: 10 + index,
        }));
        const { missing, odd } = await answered(rehearsal, gifts);
        if (missing > 0 || odd !== undefined)
          fail(
            `Ten readers thanked one reader at the same moment, and one of them got ${odd ?? 'no response'}.`,
            '200 for each of them',
            'gifts are refused, or wait for each other, where they should take turns.',
          );
        expected += 20;
      }
      const received = (await points()) - before;
      if (received !== expected)
        fail(
          `Readers gave one reader ${expected} points, ten of them at the same time. ${received} have arrived.`,
          String(expected),
          'several gifts compute a new balance from the same old one.',
        );
      const both = [20, 22, 24].flatMap((number) =>
        [number, number + 1].map((from, index) => ({
          method: 'POST',
          path: `/users/${userId(index === 0 ? number + 1 : number)}/thanks`,
          body: { points: 1 },
          user: from,
        })),
      );
      for (let round = 0; round < 2; round++) {
        const { missing } = await answered(rehearsal, both);
        if (missing > 0)
          fail(
            `Readers thanked each other at the same moment, and ${missing} of them got no response.`,
            'a response to each of them',
            'two gifts wait for each other: each has the lock that the other one needs.',
          );
      }
      const own = (number: number) => ({ path: '/my-points', headers: { authorization: `Bearer ${tokenOf(number)}` } });
      await sameAsHealthy(rehearsal, [own(20), own(21), own(10)]);
    },
  };
});
