import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  callsShow,
  incident,
  logShows,
  metricShows,
  type Outside,
  postId,
  seedPosts,
  seedUsers,
  statementShows,
} from '#incident';

const posts = 40;

/** The service that counts how often posts are read. It can do one thing at a time, so every further request makes it slower for all. */
export interface StatisticsService extends Outside {
  /** From now on, other posts are the most read ones. */
  change(): void;
}

/** What one request costs the service, in milliseconds, if nobody else sends one. */
const work = 100;
const tick = 10;

async function statistics(): Promise<StatisticsService> {
  let calls = 0;
  let first = 0;
  const open: { left: number; finish(): void }[] = [];
  const server = createServer((_, response) => {
    calls++;
    const top = Array.from({ length: 10 }, (_, rank) => ({ post_id: postId(first + rank), reads: 900 - 50 * rank }));
    const finish = () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(top));
    };
    open.push({ left: work, finish });
  });
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const share = (now - last) / Math.max(1, open.length);
    last = now;
    for (const one of open) one.left -= share;
    for (const one of open.filter(({ left }) => left <= 0)) one.finish();
    open.splice(0, open.length, ...open.filter(({ left }) => left > 0));
  }, tick);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { STATISTICS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    calls: () => calls,
    change: () => {
      first += 10;
    },
    async end() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

export default incident(import.meta.url, {
  step: 4,
  page: {
    from: 'an alert',
    text: `p95 of the blog has been above 1 second in 14 of the last 60 minutes, always for a moment only. Readers: 40, which is normal
for this time of the day. Errors: none. Deploys: none. Somebody has written below the alert: "It was the same yesterday at lunch. I
looked at the blog right away, and it was fine."`,
  },
  async seed(db) {
    await seedUsers(db, 20);
    await seedPosts(db, posts);
  },
  outside: statistics,
  users: [
    {
      name: 'readers at lunch',
      count: 40,
      pause: 1_300,
      visit: async (user) => {
        // A page and the list beside it, as a browser loads them.
        await Promise.all([user.get(`/posts/${postId(user.number % posts)}`), user.get('/popular')]);
      },
    },
    {
      name: 'readers of profiles',
      count: 4,
      pause: 2_000,
      visit: (user) => user.get(`/authors/user-${user.number % 5}`),
    },
  ],
  signals: [
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'Your processors are idle, and so is your database. When the blog hangs, it hangs while it does nothing at all.',
    },
    {
      from: 'the statistics team',
      price: 8,
      text: `We wanted to write to you anyway. You ask us for the same list dozens of times within a second, then not at all for a while,
and then again. One of those requests would be answered in a tenth of a second.`,
    },
    {
      from: 'a colleague who wrote the profiles',
      price: 5,
      text: 'I cache as well, and I never saw this. Compare what happens when an entry expires.',
    },
  ],
  causes: [
    {
      claim: 'When the list of popular posts expires, every request loads it again, all at the same time.',
      proves: ({ kind, text, values }) => kind === 'log' && /statistics loaded/.test(text) && values.inOneSecond! >= 4,
      wouldShow:
        'The log has many lines "statistics loaded" in the same second, and then none for a while. One would be enough. This is a cache stampede.',
    },
    {
      claim: 'The statistics service is slow, and there is nothing we could do.',
      wouldShow: 'a single request to it would be slow as well, and each list that we load would need one request.',
      shows: logShows(/statistics loaded/, 'the line "statistics loaded"'),
    },
    {
      claim: 'The titles of the popular posts are loaded one by one.',
      wouldShow: 'a statement about posts would run ten times for each request.',
      shows: callsShow(/select id, title from posts/, 'the statement that reads the titles'),
    },
    {
      claim: 'The profiles of the authors are cached, and they expire all at once.',
      wouldShow: 'GET /authors/:id would be slow, and the statement that counts posts would run in bursts.',
      shows: statementShows(/select count\(\*\) as count from posts/, 'the statement that counts posts'),
    },
    {
      claim: 'Something blocks the event loop for a second.',
      wouldShow: 'the lag of the event loop would be a second, and all routes would be slow at the same moment.',
      shows: metricShows('event loop lag, p99', 'the lag of the event loop, in seconds,'),
    },
    {
      claim: 'All connections to the database are taken for a moment.',
      wouldShow: 'db_connections{state="waiting"} would be above 0 at that moment, and statements would be slow.',
      shows: metricShows('mean duration of a statement', 'the mean duration of a statement, in seconds,'),
    },
  ],
});
