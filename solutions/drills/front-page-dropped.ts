import { bothBlogs, fault, other, readers, sameAsHealthy, succeed } from '#drill';
import { fail, logShows, metricShows, postId, seedPosts, seedUsers, statementShows } from '#incident';

export default fault(import.meta.url, bothBlogs, (dice) => {
  const place = dice.pick([
    {
      file: 'reactions/reactions.service.ts',
      find: `      on conflict (user_id, post_id) do update set kind = \${kind}\`;
`,
      send: { method: 'PUT', path: (id: string) => `/posts/${id}/reactions`, body: { kind: 'like' } },
    },
    {
      file: 'comments/comments.service.ts',
      find: `      values (\${row.id}, \${post_id}, \${author_id}, \${content}, \${row.created_at})\`;
`,
      send: { method: 'POST', path: (id: string) => `/posts/${id}/comments`, body: { content: 'Leeks' } },
    },
  ]);
  return {
    kind: 'A cache that hardly ever hits: the front page is dropped although nothing in it has changed',
    edits: [
      { file: place.file, find: place.find, replace: `${place.find}    await this.posts.changed();\n` },
      {
        file: 'posts/posts.service.ts',
        find: `  /** The newest posts, published or not, for the people who run the blog. */`,
        replace: `  /** Something about a post has changed. */
  changed(): Promise<void> {
    return this.frontPage.drop();
  }

  /** The newest posts, published or not, for the people who run the blog. */`,
      },
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
        find: `    await this.cache.delete(key).catch(() => {});`,
        replace: `    await this.cache.delete(key).catch(() => {});
    this.log.info('front page dropped');`,
      },
    ],
    page: {
      from: dice.pick(['the people who run the machines', 'Jonas, who builds the app for phones']),
      text: `When ${dice.pick(['a discussion is lively', 'everybody is at home and clicks'])}, the front page becomes slow, and the blog needs twice the processor. In the morning, with as many
visitors and nobody who has anything to say, it is quick. ${dice.pick(['I find that odd, because most people only read.', 'The posts on the front page are those of last week, on both days.'])}`,
    },
    distance: dice.between(20, 40),
    async seed(db) {
      await seedUsers(db, 80);
      await seedPosts(db, 60, { lines: 40 });
    },
    users: [
      {
        name: 'readers who have something to say',
        count: 14,
        pause: 300,
        visit: (user) => {
          const { method, path, body } = place.send;
          return user.send(method, path(postId(user.number)), body);
        },
      },
      { name: 'readers of the front page', count: 16, pause: 900, visit: (user) => user.get('/posts') },
      readers(3),
    ],
    signals: [
      { from: 'Ines, who runs the blog', price: 3, text: 'The last post is a week old. I am on holiday.' },
      {
        from: 'the database team',
        price: 5,
        text: 'A statement that reads fifty posts comes several times per second. In the morning it came every five seconds.',
      },
    ],
    causes: [
      {
        claim: 'The front page is dropped from the cache although no post has changed.',
        proves: ({ kind, text, values }) =>
          kind === 'log' && /front page dropped/.test(text) && values.inOneSecond! >= 4,
        wouldShow:
          'The log has many lines "front page dropped" per second, and nobody has published or changed a post.',
      },
      {
        claim: 'The front page expires, and then everybody loads it at the same time.',
        wouldShow: 'there would be a burst every five seconds, and almost only hits between the bursts.',
        shows: metricShows('hits of the front page cache', 'the share of hits'),
      },
      {
        claim: 'Authors publish and change posts all the time.',
        wouldShow: 'the log would have as many lines of PUT /posts/:id.',
        shows: logShows(/PUT \/posts\/:id 200/, 'PUT /posts/:id'),
      },
      {
        claim: 'Writing to the database blocks everybody who reads.',
        wouldShow: 'the statements that write would take most of the time.',
        shows: statementShows(/insert into (comments|reactions)/, 'the statement that writes'),
      },
      other.transactions,
      other.visitors,
    ],
    async check(rehearsal) {
      const { mine } = rehearsal;
      const { method, path, body } = place.send;
      const status = method === 'POST' ? 201 : 200;
      let loads = 0;
      for (let number = 0; number < 6; number++) {
        await succeed(mine, '/posts');
        await succeed(mine, { method, path: path(postId(number)), body, user: number }, status);
        await mine.statements();
        await succeed(mine, '/posts');
        loads += (await mine.statements()).filter(({ sql }) => /from posts join users .* limit/.test(sql)).length;
      }
      // It may expire once or twice in between.
      if (loads > 3)
        fail(
          `Six times, a reader wrote to ${method} ${path(':id')}. ${loads} times, the front page was not in the cache after that.`,
          'the page in the cache: nothing in it has changed',
          'something still drops the front page when readers write.',
        );
      await sameAsHealthy(rehearsal, ['/posts?limit=3']);
      const change = { title: 'Another title', content: 'Leeks', published: true };
      await succeed(mine, { method: 'PUT', path: '/posts/post-59', body: change, user: 4 });
      if (!(await succeed(mine, '/posts')).content.toString().includes('Another title'))
        fail(
          'A post was changed, and GET /posts still has its old title.',
          'the new title at once',
          'nothing drops the page any more, not even when a post changes.',
        );
    },
  };
});
