import {
  type Fields,
  incident,
  linesOf,
  metricShows,
  postId,
  seedPosts,
  seedUsers,
  statementShows,
  userId,
} from '#incident';

export default incident(import.meta.url, {
  step: 4,
  repair: { file: 'points/points.service.ts', part: 'PointsService.give' },
  page: {
    from: 'Noor, who supports our readers',
    text: `It began with two or three letters, and now it is a dozen: "I can't thank anybody any more. I click, and nothing happens." It is always
the nicest ones, who are here every day. Most readers can do it, and so can I. After the restart on Tuesday it worked for
everybody, until about ten o'clock.`,
  },
  // The database has a machine of its own, and today the way to it is long.
  distance: 10,
  async seed(db) {
    await seedUsers(db, 40);
    await seedPosts(db, 30);
  },
  users: [
    {
      name: 'readers who know each other',
      count: 12,
      pause: 500,
      visit: (user) => user.send('POST', `/users/${userId(user.number ^ 1)}/thanks`, { points: 1 }),
    },
    {
      name: 'readers who do not',
      count: 6,
      pause: 1_500,
      visit: async (user) => {
        await user.get(`/posts/${postId(user.number)}`);
        await user.send('POST', `/users/${userId(20 + (user.number % 10))}/thanks`, { points: 1 });
        await user.send('GET', '/posts?limit=20');
      },
    },
    {
      name: 'somebody who thanks everybody',
      count: 1,
      pause: 3_000,
      visit: (user) => user.send('POST', `/users/${userId(Math.floor(Math.random() * 12))}/thanks`, { points: 1 }),
    },
  ],
  signals: [
    {
      from: 'the database team',
      price: 3,
      text: 'There is nothing open on our side: no transaction, no lock, and hardly a statement.',
    },
    {
      from: 'one of the nicest readers',
      price: 5,
      text: 'Lena and I always thank each other, often in the same minute. She has the same problem, since the same moment.',
    },
    {
      from: 'a colleague who wrote the locks',
      price: 8,
      text: 'They write to the log when somebody waits for a long time. Look for two lines that belong together: each gift has what the other one is waiting for.',
    },
  ],
  causes: [
    {
      claim:
        'Two readers thank each other at the same moment. Each gift has one lock, and waits for the lock of the other one.',
      proves: (item) => linesOf(item).some(isMirrored),
      wouldShow: `The line has a twin: the gift that is waiting holds the lock that the other one is waiting for. Neither of them can continue, and neither
gives up. This is a deadlock.`,
    },
    {
      claim: 'A gift that fails keeps its locks.',
      wouldShow:
        'the holder of the lock would not be waiting. Its request would have ended with an error, and its name would only appear in "held_by".',
      shows: metricShows('share of requests that fail', 'the share of requests that fail, in percent,'),
    },
    {
      claim: 'The database is slow, so everybody holds their locks for seconds.',
      wouldShow: 'the statements of a gift would take seconds. The others would wait, and finally get their turn.',
      shows: statementShows(/points/, 'the slowest statement about points'),
    },
    {
      claim: 'A transaction is never ended, and holds the connection to the database.',
      wouldShow: 'db_connections{state="waiting"} would be above 0, and every page would hang.',
      shows: metricShows('callers that wait for a connection', 'the number of callers that wait for the database'),
    },
    {
      claim: 'A popular reader gets so many thanks that the queue for their lock never becomes empty.',
      wouldShow: 'all gifts would wait for the same lock, and "held_by" would have another value each time.',
      shows: metricShows('locks{state="waiting"}', 'the number of gifts that wait'),
    },
    {
      claim: 'Those readers have no points left.',
      wouldShow: 'they would get a response at once: 409, Not enough points.',
      shows: metricShows('locks{state="waiting"}', 'the number of gifts that wait for a lock instead'),
    },
  ],
});

/** Whether a line of the log names two who have what the other one wants. */
function isMirrored({ by, held_by }: Fields): boolean {
  return by !== undefined && String(by).split(' thanks ').toReversed().join(' thanks ') === held_by;
}
