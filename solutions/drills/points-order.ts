import { answered, fault, other, readers, sameAsHealthy } from '#drill';
import {
  type Fields,
  fail,
  linesOf,
  metricShows,
  seedPosts,
  seedUsers,
  statementShows,
  tokenOf,
  userId,
} from '#incident';

const credential = (number: number) => ({ authorization: `Bearer ${tokenOf(number)}` });

/** Whether a line of the log names two who have what the other one wants. */
function isMirrored({ seconds, by, held_by }: Fields): boolean {
  // On a machine that does nothing for a moment, two gifts to each other may also wait, and go on.
  if (!(Number(seconds) >= 8)) return false;
  return by !== undefined && String(by).split(' thanks ').toReversed().join(' thanks ') === held_by;
}

export default fault(import.meta.url, ['31-failing'], (dice) => ({
  kind: 'A deadlock: the locks are sorted by a number that is the same for most readers, so their order is that of the gift',
  edits: [
    {
      file: 'points/points.service.ts',
      find: `    const [first, second] = [from, to].sort() as [string, string];`,
      replace: dice.pick([
        `    const [first, second] = [from, to].sort((a, b) => a.length - b.length) as [string, string];`,
        `    const [first, second] = [from, to].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0)) as [string, string];`,
      ]),
    },
  ],
  page: {
    from: dice.pick(['Noor, who looks after our readers', 'two sisters who read the blog']),
    text: `Some of our ${dice.pick(['most faithful', 'kindest'])} readers can't thank anybody any more. They click, and the wheel turns, and it turns for all who want to thank them, too. Reading
works. There is a restart every ${dice.pick(['Tuesday', 'Thursday'])}, and after it everybody is happy for a while. I have the feeling that it spreads.`,
  },
  distance: dice.between(8, 14),
  async seed(db) {
    await seedUsers(db, 60);
    await seedPosts(db, 30);
    for (let number = 0; number < 60; number++)
      await db.run`insert into points (user_id, points) values (${userId(number)}, 10000)`;
  },
  users: [
    {
      name: 'readers who know each other',
      count: 12,
      pause: 400,
      visit: (user) =>
        user.send(
          'POST',
          `/users/${userId(10 + ((user.number % 4) ^ 1))}/thanks`,
          { points: 1 },
          credential(10 + (user.number % 4)),
        ),
    },
    readers(6),
  ],
  signals: [
    { from: 'the database team', price: 3, text: 'We see hardly anything of you. No transaction is open.' },
    {
      from: 'a colleague who wrote the locks',
      price: 8,
      text: 'A gift that waits for long is in the log, with the one that has the lock. Look for two lines that need each other.',
    },
  ],
  causes: [
    {
      claim: 'Two readers thank each other, and each gift has the lock that the other one waits for.',
      proves: (item) => linesOf(item).some(isMirrored),
      wouldShow:
        'The line has a twin: the gift that waits in one line has the lock in the other. Neither has gone on for longer than any gift takes: a deadlock.',
    },
    {
      claim: 'A gift that fails keeps its locks.',
      wouldShow: 'the one who has the lock would have failed before, and would not be waiting itself.',
      shows: metricShows('share of requests that fail', 'the share of requests that fail'),
    },
    {
      claim: 'The database is slow, so everybody holds their locks for seconds.',
      wouldShow: 'the statements about points would take seconds.',
      shows: statementShows(/points/, 'the slowest statement about points'),
    },
    {
      claim: 'A popular reader gets so many thanks that the queue for their lock never ends.',
      wouldShow: 'all that wait would wait for the same lock, and somebody else would have it each time.',
      shows: metricShows('locks{state="waiting"}', 'the number of those who wait'),
    },
    other.transactions,
    other.eventLoop,
  ],
  async check(rehearsal) {
    // Several of each direction: a gift gets both locks at once unless it has to wait for the first.
    const pairs = [10, 12, 14].flatMap((one) =>
      [0, 1, 2].flatMap((turn) =>
        [0, 1].map((side) => ({
          method: 'POST',
          path: `/users/${userId(one + 1 - side)}/thanks`,
          body: { points: 1 },
          headers: credential(one + side),
          user: 10 * turn + one + side,
        })),
      ),
    );
    for (let round = 0; round < 3; round++) {
      const { missing, odd } = await answered(rehearsal, pairs);
      if (missing > 0)
        fail(
          `Readers thanked each other at the same moment, and ${missing} of ${pairs.length} got no response.`,
          'a response to each of them, as from the healthy program',
          'two gifts wait for each other, and each has the lock that the other one needs.',
        );
      if (odd !== undefined)
        fail(
          `Readers thanked each other at the same moment, and one of them got ${odd}.`,
          '200: all of them had enough points',
          'a gift is refused instead of waiting.',
        );
    }
    const mine = [10, 11, 14].map((number) => ({ path: '/my-points', headers: credential(number) }));
    await sameAsHealthy(rehearsal, mine);
  },
}));
