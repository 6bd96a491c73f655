import { incident, metricShows, postId, seedPosts, seedUsers, statementShows, userId } from '#incident';

export default incident(import.meta.url, {
  step: 4,
  page: {
    from: 'Noor, who looks after our readers',
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
      text: 'They write to the log when somebody waits for long. Look for two lines that need each other: what the one waits for, the other one has.',
    },
  ],
  causes: [
    {
      claim: 'Two readers thank each other at the same moment. Each has one lock, and waits for that of the other.',
      proves: ({ kind, text }) => kind === 'line' && isMirrored(text),
      wouldShow: `The line has a twin: the one who waits is the one whom somebody else waits for, and that is the one who has the lock. Neither of them
can go on, and neither gives up. This is a deadlock.`,
    },
    {
      claim: 'A gift that fails keeps its locks.',
      wouldShow:
        'the one who has the lock would not be waiting: its request would have ended before, with an error, and its name would only be in "held_by".',
      shows: metricShows('share of requests that fail', 'the share of requests that fail, in percent,'),
    },
    {
      claim: 'The database is slow, so everybody holds their locks for seconds.',
      wouldShow: 'the statements of a gift would take seconds. The others would wait, and get their turn in the end.',
      shows: statementShows(/points/, 'the slowest statement about points'),
    },
    {
      claim: 'A transaction is never ended, and holds the connection to the database.',
      wouldShow: 'db_connections{state="waiting"} would be above 0, and every page would hang.',
      shows: metricShows('callers that wait for a connection', 'the number of callers that wait for the database'),
    },
    {
      claim: 'A popular reader gets so many thanks that the queue for their lock never ends.',
      wouldShow: 'all that wait would wait for the same lock, and "held_by" would name somebody else each time.',
      shows: metricShows('locks{state="waiting"}', 'the number of those who wait'),
    },
    {
      claim: 'Those readers have no points left.',
      wouldShow: 'they would get a response, at once: 409, Not enough points.',
      shows: metricShows('locks{state="waiting"}', 'the number of those who wait for a lock instead'),
    },
  ],
});

/** Whether a line of the log names two who have what the other one wants. */
function isMirrored(line: string): boolean {
  const [, by] = /"by":"([^"]+)"/.exec(line) ?? [];
  const [, holder] = /"held_by":"([^"]+)"/.exec(line) ?? [];
  return by !== undefined && by.split(' thanks ').toReversed().join(' thanks ') === holder;
}
