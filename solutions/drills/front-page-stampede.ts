import { bothBlogs, fault, other, sameAsHealthy, succeed } from '#drill';
import { fail, logShows, metricShows, seedPosts, seedUsers, statementShows } from '#incident';

const lists = /from posts join users/;

export default fault(import.meta.url, bothBlogs, (dice) => ({
  kind: 'A cache stampede: when the front page expires, everybody who asks for it loads it',
  edits: [
    {
      file: 'posts/front-page.ts',
      find: `import { Cache, inject, Unavailable } from 'trellis';`,
      replace: `import { Cache, inject, Log, Unavailable } from 'trellis';`,
    },
    {
      file: 'posts/front-page.ts',
      find: `  @inject(Cache) private readonly cache!: Cache;
`,
      replace: `  @inject(Cache) private readonly cache!: Cache;
  @inject(Log) private readonly log!: Log;
`,
    },
    {
      file: 'posts/front-page.ts',
      find: `      let result = 'hit';
      const posts = await this.cache.getOrSet(key, ttl, () => {
        result = 'miss';
        return load();
      });
      cacheRequests.inc({ result });
      return posts;`,
      replace: `      const known = await this.cache.get<Post[]>(key);
      cacheRequests.inc({ result: known === undefined ? 'miss' : 'hit' });
      if (known !== undefined) return known;
      const posts = await load();
      await this.cache.set(key, posts, { ttl });
      this.log.info('front page loaded', { posts: posts.length });
      return posts;`,
    },
  ],
  page: {
    from: 'an alert',
    text: `p95 of GET /posts has been above its limit in ${dice.pick(['9', '11', '13'])} of the last 60 minutes, each time for less than a second. Nothing was deployed.
Somebody has written below the alert: "${dice.pick(['Again. It is over before I can look.', 'I see nothing. It is quick when I try it.'])}"`,
  },
  // The database is in another building.
  distance: dice.between(120, 180),
  async seed(db) {
    await seedUsers(db, 70);
    await seedPosts(db, 60, { lines: 20 });
  },
  users: [
    { name: 'readers of the front page', count: 50, pause: 900, visit: (user) => user.get('/posts') },
    {
      name: 'readers of profiles',
      count: 5,
      pause: 1_500,
      visit: (user) => user.get(`/authors/user-${user.number % 5}`),
    },
  ],
  signals: [
    {
      from: 'the database team',
      price: 8,
      text: 'Every few seconds you ask us for the same fifty posts, a dozen times within a tenth of a second. Then not at all.',
    },
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'The way to the database is long, and it has always been.',
    },
  ],
  causes: [
    {
      claim: 'When the front page expires, every request loads it again, all at the same time.',
      proves: ({ kind, text, values }) => kind === 'log' && /front page loaded/.test(text) && values.inOneSecond! >= 4,
      wouldShow:
        'The log has several lines "front page loaded" in the same second. One would be enough: a cache stampede.',
    },
    {
      claim: 'The front page is thrown away whenever somebody writes something.',
      wouldShow: 'it would be loaded as often as something is written, and each time once.',
      shows: logShows(/front page loaded/, 'the line "front page loaded"'),
    },
    {
      claim: 'Reading fifty posts takes a second in the database.',
      wouldShow: 'a single one of these statements would take about a second.',
      shows: statementShows(lists, 'the statement that reads the list'),
    },
    {
      claim: 'The cache is too small, so that it never has the page.',
      wouldShow: 'the share of hits would be close to 0 all the time.',
      shows: metricShows('hits of the front page cache', 'the share of hits'),
    },
    other.eventLoop,
    other.visitors,
  ],
  async check(rehearsal) {
    const { mine, healthy } = rehearsal;
    const loadsOf = async (program: typeof mine) => {
      await program.together(30, (user) => user.get('/health/live'));
      await program.advance(60);
      await program.statements();
      const visits = await program.together(30, (user) => user.get('/posts'));
      const odd = visits.find(({ status }) => status !== 200);
      if (odd !== undefined)
        fail(
          `Thirty readers asked for GET /posts at the same time, and one got ${odd.status || 'no response'}.`,
          '200 for each of them',
          'a request gives up while another one loads the page.',
        );
      return (await program.statements())
        .filter(({ sql }) => lists.test(sql))
        .reduce((sum, { calls }) => sum + calls, 0);
    };
    const [ours, theirs] = [await loadsOf(mine), await loadsOf(healthy)];
    if (ours > theirs + 2)
      fail(
        `Thirty readers asked for GET /posts after it had expired, and the list was read ${ours} times.`,
        `once, as by the healthy program (${theirs})`,
        'each request finds the cache empty and loads the page itself. Keeping the page for longer makes that rarer, and not smaller.',
      );
    await sameAsHealthy(rehearsal, ['/posts', '/posts?limit=3']);
    const change = { title: 'Another title', content: 'Leeks', published: true };
    await succeed(mine, { method: 'PUT', path: '/posts/post-59', body: change, user: 4 });
    const list = (await succeed(mine, '/posts')).content.toString();
    if (!list.includes('Another title'))
      fail(
        'A post was changed, and GET /posts still has its old title.',
        'the new title at once',
        'nothing drops the page when a post changes.',
      );
  },
}));
