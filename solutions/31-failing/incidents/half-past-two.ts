import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  incident,
  linesOf,
  logShows,
  metricShows,
  type Outside,
  postId,
  seedPosts,
  seedUsers,
  statementShows,
} from '#incident';

const posts = 40;
/** What one request costs the service, in milliseconds. It does one after another, even if nobody waits for the result. */
const work = 20;
/** The requests that it remembers. Two seconds of work: with a full queue, every response comes too late. */
const mostQueued = 100;
/** When the service pauses, counted from its first request: first after five seconds, then every two minutes. */
const pauses = { first: 5_000, every: 120_000, length: 3_000 };

/** Knows which posts are about something similar. */
export interface RelatedServer extends Outside {
  /** From now on, it has no troubles of its own. */
  calm(): void;
  /** The next requests fail. */
  failNext(count: number): void;
  /** From now on, it refuses everything, or accepts everything and never responds, or is well again. */
  become(mode: 'well' | 'broken' | 'stuck'): void;
}

async function related(): Promise<RelatedServer> {
  let [calls, failures, errors] = [0, 0, 50];
  let mode: 'well' | 'broken' | 'stuck' = 'well';
  const queue: { path: string; response: ServerResponse }[] = [];
  const respond = ({ path, response }: { path: string; response: ServerResponse }, isError: boolean) => {
    const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
    const ids = Array.from({ length: 5 }, (_, index) => postId((number * 7 + index * 3 + 1) % posts));
    response.writeHead(isError ? 503 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isError ? { error: 'Busy' } : ids));
  };
  let started: number | undefined;
  const server = createServer(({ url = '' }, response) => {
    calls++;
    started ??= performance.now();
    const one = { path: url, response };
    if (mode === 'broken' || failures > 0 || calls % errors === 0) {
      if (mode !== 'broken' && failures > 0) failures--;
      respond(one, true);
    } else if (queue.length < mostQueued || mode === 'stuck') {
      queue.push(one);
    }
    // Anything else is lost, and its client waits for nothing. Without this limit, the work that a storm leaves behind would keep
    // the service busy long after the repair.
  });
  let isCalm = false;
  const isAway = () => {
    const since = performance.now() - (started ?? Number.POSITIVE_INFINITY) - pauses.first;
    return !isCalm && since >= 0 && since % pauses.every < pauses.length;
  };
  let last = performance.now();
  let spare = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    spare = queue.length === 0 ? work : spare + now - last;
    last = now;
    if (isAway() || mode === 'stuck') spare = 0;
    for (; spare >= work && queue.length > 0; spare -= work) respond(queue.shift()!, false);
  }, 5);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { RELATED_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    calls: () => calls,
    calm() {
      isCalm = true;
      errors = Number.POSITIVE_INFINITY;
    },
    failNext: (count) => {
      failures = count;
    },
    become: (next) => {
      mode = next;
      queue.length = 0;
    },
    async end() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

export default incident(import.meta.url, {
  step: 2,
  repair: { file: 'related/related.service.ts', part: 'RelatedService.#load' },
  page: {
    from: 'the team of the service for related posts',
    text: `At half past two we restarted one of our machines, which takes three seconds. That was a while ago, and we still can't recover:
we have never seen so many requests from you. Did something go viral? Our processors are at 100 %, and all we do is respond to you. All
others have been moved to another machine, and they are fine.`,
  },
  async seed(db) {
    await seedUsers(db, 20);
    await seedPosts(db, posts);
  },
  outside: related,
  users: [
    {
      name: 'readers',
      count: 24,
      pause: 1_500,
      visit: async (user) => {
        const id = postId(Math.floor(Math.random() * posts));
        await user.get(`/posts/${id}`);
        await user.get(`/posts/${id}/related`);
      },
    },
    { name: 'readers of the front page', count: 6, pause: 900, visit: (user) => user.get('/posts?limit=20') },
  ],
  signals: [
    {
      from: 'somebody who counts our readers',
      price: 3,
      text: 'As many as on any other day. Some of them reload the page, as people do.',
    },
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'Between you and that service the network is fine. Most of its responses arrive at a blog that no longer waits for them.',
    },
    {
      from: 'the team of the service for related posts',
      price: 8,
      text: 'We looked at the paths of your requests. You ask for the same posts again and again, many times per second.',
    },
  ],
  causes: [
    {
      claim:
        'Every request that fails is sent again and again, without a limit, so the service never gets a chance to recover.',
      proves: (item) => linesOf(item).some(({ attempt }) => Number(attempt) >= 6),
      wouldShow: `One request of one reader has become dozens of requests to the service. These are more than it can handle, so they fail, so they are
sent again. The three seconds that began it are long over. This is a retry storm.`,
    },
    {
      claim: 'The service is still broken, and there is nothing that we could do.',
      wouldShow: 'the service would fail although it gets no more requests than on other days.',
      shows: metricShows(
        'requests to other services, per second',
        'the number of our requests to other services per second',
      ),
    },
    {
      claim: 'We have many more readers than usual.',
      wouldShow: 'the number of requests that the blog receives would be as high as the number that it sends.',
      shows: metricShows('requests per second', 'the number of requests that the blog receives per second'),
    },
    {
      claim: 'Our timeout is too short: with more than 300 milliseconds, the requests would succeed.',
      wouldShow: 'the service would have capacity left, and each request would need only one attempt.',
      shows: logShows(/asking for related posts again/, 'the line "asking for related posts again"'),
    },
    {
      claim: 'The statement that reads the titles of related posts is slow.',
      wouldShow: 'it would be the first one in the list of statements.',
      shows: statementShows(/select id, title from posts/, 'that statement'),
    },
    {
      claim: 'The blog has no connections left for requests to other services.',
      wouldShow: 'only a few requests would arrive at the service, and their number would not grow.',
      shows: metricShows(
        'requests to other services, per second',
        'the number of our requests to other services per second',
      ),
    },
  ],
});
