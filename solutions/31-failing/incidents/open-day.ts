import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import {
  incident,
  linesOf,
  logShows,
  metricShows,
  type Outside,
  postId,
  seedPosts,
  seedUsers,
  sentence,
} from '#incident';

const posts = 60;
const lines = 3;
/** What the service allows each of its clients. */
const mostConnections = 4;
/** How often the service looks whether another connection has been closed before it refuses one. */
const graceTurns = 20;
/** Milliseconds that a request usually takes. */
const usual = 10;

/** Finds the posts that contain words. A client has a few connections, and asks one thing at a time on each. */
export interface SearchServer extends Outside {
  /** How many connections were opened so far, those that were refused included. */
  opened(): number;
  /** How many connections were one too many. */
  refused(): number;
  /** How often a request was sent on a connection before the response to the one before. */
  overlaps(): number;
  /** How many milliseconds each request takes from now on; as long as usual by default. */
  take(milliseconds?: number): void;
}

async function search(): Promise<SearchServer> {
  const texts = Array.from({ length: posts }, (_, number) => {
    const content = Array.from({ length: lines }, (_, line) => sentence(number * 100 + line)).join(' ');
    return `${sentence(number, 5)} ${content}`.split(' ');
  });
  const sockets = new Set<Socket>();
  let [calls, opened, refused, overlaps, work] = [0, 0, 0, 0, usual];

  const server = createServer(async (socket) => {
    opened++;
    socket.on('error', () => {});
    // A client may close one connection and open another, and we may hear of the second one first.
    for (let turn = 0; sockets.size >= mostConnections && turn < graceTurns; turn++) await delay(10);
    if (socket.destroyed) return;
    if (sockets.size >= mostConnections) {
      refused++;
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    let running = 0;
    const lines = createInterface({ input: socket });
    // It passes on the errors of the socket.
    lines.on('error', () => {});
    lines.on('line', async (line) => {
      calls++;
      if (++running > 1) overlaps++;
      const words = (JSON.parse(line) as { words: string }).words.toLowerCase().split(/\s+/);
      const found = texts.flatMap((text, number) => (words.every((word) => text.includes(word)) ? [number] : []));
      await delay(work);
      running--;
      if (socket.writable) socket.write(`${JSON.stringify({ ids: found.slice(0, 10).map(postId) })}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    env: { SEARCH_URL: `127.0.0.1:${address.port}` },
    calls: () => calls,
    opened: () => opened,
    refused: () => refused,
    overlaps: () => overlaps,
    take: (milliseconds = usual) => {
      work = milliseconds;
    },
    async end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export default incident(import.meta.url, {
  step: 1,
  repair: { file: 'search/search.service.ts', part: 'SearchService.find' },
  page: {
    from: "Ruth, who answers readers' mail",
    text: `The search has stopped again. I type a word, and the spinner turns until I give up. Everything else works. On Friday it was the
same: somebody restarted the blog, and the search worked for some hours. The search team says that their service has been
fine all day, and that we are their quietest client right now.`,
  },
  async seed(db) {
    await seedUsers(db, 20);
    await seedPosts(db, posts, { lines });
  },
  outside: search,
  users: [
    {
      name: 'people who search',
      count: 10,
      pause: 900,
      visit: (user) => user.get(`/search?q=${sentence(Math.floor(Math.random() * 1_000), 1)}`),
    },
    {
      name: 'people who search for something that others do not search for',
      count: 2,
      pause: 1_500,
      visit: (user) => user.get('/search?q=rhubarb'),
    },
    {
      name: 'readers',
      count: 8,
      pause: 700,
      visit: async (user) => {
        await user.get('/posts?limit=20');
        await user.get(`/posts/${postId(user.number)}`);
        await user.get('/search/recent');
      },
    },
  ],
  signals: [
    {
      from: 'the search team',
      price: 3,
      text: 'You have four connections to us, as agreed. All of them are open, and none of them has asked anything for minutes.',
    },
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'No errors on the network. The blog does nothing, and has plenty of memory.',
    },
    {
      from: 'a reader who writes cookbooks',
      price: 8,
      text: 'I looked for rhubarb, because there is nothing about rhubarb in your blog. The list was empty. A minute later nothing worked.',
    },
  ],
  causes: [
    {
      claim: 'A search that finds nothing keeps its connection.',
      proves: (item) => linesOf(item).findLast(({ message }) => message === 'searched')?.found === 0,
      wouldShow: `It is the last line of its connection: after a search that has found nothing, the number of the connection never
appears again. After four such searches, no connection is left.`,
    },
    {
      claim: 'A search whose reader disconnects keeps its connection.',
      wouldShow:
        'readers would have disconnected before the last line "searched" of each connection. But nobody disconnects as long as searches respond.',
      shows: metricShows('search_connections{state="used"}', 'the number of connections that somebody uses'),
    },
    {
      claim: 'The search service has become slow.',
      wouldShow: 'requests to other services would take a long time, and there would always be some.',
      shows: metricShows(
        'requests to other services, per second',
        'the number of requests to other services per second',
      ),
    },
    {
      claim: 'Four connections are not enough for so many readers.',
      wouldShow: 'all four would be used, and all of them would be busy with searches all the time.',
      shows: metricShows(
        'requests to other services, per second',
        'the number of requests to other services per second',
      ),
    },
    {
      claim: 'The search service closes our connections.',
      wouldShow: 'the log would have errors that say so, and the connections would not count as used.',
      shows: logShows(/has closed the connection/, 'that error'),
    },
    {
      claim: 'The statement that reads the titles of the posts waits for a transaction.',
      wouldShow: 'db_connections{state="waiting"} would be above 0, and other pages would hang as well.',
      shows: metricShows('callers that wait for a connection', 'the number of callers that wait for the database'),
    },
  ],
});
