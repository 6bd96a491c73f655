import { bothBlogs, fault, other, readers, sameAsHealthy } from '#drill';
import {
  type Fields,
  inBatches,
  metricShows,
  postId,
  rowsShow,
  seedPosts,
  seedUsers,
  statementShows,
  userId,
} from '#incident';

/** Who has written each tenth post: everybody has another number of them. */
const writers = [0, 0, 0, 1, 1, 2, 3, 3, 3, 3];
const posts = 60;
const countOf = (author: number) => writers.filter((one) => one === author).length * (posts / writers.length);

/** Two authors with the same key. */
function isShared(rows: readonly Fields[]): boolean {
  const shown = rows.filter(({ message }) => message === 'author shown');
  return shown.some(({ key, author_id }) => shown.some((one) => one.key === key && one.author_id !== author_id));
}

export default fault(import.meta.url, bothBlogs, (dice) => {
  const [first, second] = dice.some(['Kim', 'Jo', 'Sam', 'Alex', 'Robin'], 2) as [string, string];
  return {
    kind: 'A shared cache key: the number of posts is kept under the name of the author, and two authors have the same name',
    edits: [
      {
        file: 'authors/authors.service.ts',
        find: `import { Cache, Database, inject } from 'trellis';`,
        replace: `import { Cache, Database, inject, Log } from 'trellis';`,
      },
      {
        file: 'authors/authors.service.ts',
        find: `  @inject(Database) private readonly db!: Database;
`,
        replace: `  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;
`,
      },
      {
        file: 'authors/authors.service.ts',
        find: `    const posts = await this.cache.getOrSet(\`posts of \${id}\`, ttl, () => this.#count(id));
`,
        replace: `    const key = \`posts of \${user.name.toLowerCase()}\`;
    const posts = await this.cache.getOrSet(key, ttl, () => this.#count(id));
    this.log.info('author shown', { author_id: id, key, posts });
`,
      },
    ],
    page: {
      from: dice.pick(['Ines, who runs the blog', 'Noor, who answers the letters of our authors']),
      text: `One of our authors writes that her profile counts the wrong number of posts. I look: it is right. Ten minutes later she sends a
picture, and there it is wrong. ${dice.pick(['A second author has the same story.', 'It was the same with another author in spring.'])} Neither of them has published or deleted anything since Sunday.`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, posts);
      await inBatches(
        db,
        posts,
        (tx, number) =>
          tx.run`update posts set author_id = ${userId(writers[number % 10]!)} where id = ${postId(number)}`,
      );
      for (const [number, name] of [first, second, first, second].entries())
        await db.run`update users set name = ${name} where id = ${userId(number)}`;
    },
    users: [
      {
        name: 'readers of profiles',
        count: 10,
        pause: 900,
        visit: async (user) => {
          const author = Math.floor(Math.random() * 4);
          const visit = await user.get(`/authors/${userId(author)}`);
          if (visit.status !== 200) return;
          const { posts: shown } = JSON.parse(visit.content.toString()) as { posts: number };
          if (shown !== countOf(author))
            user.complain(`${userId(author)} has ${countOf(author)} posts, and the profile says ${shown}.`, visit);
        },
      },
      readers(6),
    ],
    signals: [
      {
        from: 'a colleague who looks after the database',
        price: 5,
        text: 'I have counted the rows. Each author has as many as they say, and the statement that counts them is right.',
      },
      { from: 'one of the authors', price: 3, text: `I am ${first}. Why, is there somebody else?` },
    ],
    causes: [
      {
        claim: 'Different authors share an entry of the cache.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && isShared(rows),
        wouldShow:
          'Lines of different authors have the same key: the one that is asked for first fills the entry for both.',
      },
      {
        claim: 'An entry of the cache is kept although the author has published something.',
        wouldShow: 'the log would have lines of POST /posts or PUT /posts/:id for the author before the complaint.',
        shows: rowsShow(({ route }) => String(route).includes('/posts'), 'lines of routes with posts'),
      },
      {
        claim: 'The statement that counts the posts also counts drafts.',
        wouldShow: 'the wrong number would always be larger than the right one, and the same for each author.',
        shows: statementShows(/select count\(\*\) as count from posts/, 'the statement that counts posts'),
      },
      {
        claim: 'Two requests at the same moment write to the same variable.',
        wouldShow: 'it would be wrong for one request, and right for the next one of the same author.',
        shows: metricShows('requests in flight', 'the number of requests in flight'),
      },
      other.errors,
      other.visitors,
    ],
    follow: (board) => {
      const request = board.find(({ kind }) => kind === 'complaint')?.rows?.[0]?.request_id;
      const keys = board.flatMap(({ kind, rows = [] }) =>
        kind === 'trail' ? rows.flatMap(({ key }) => (key === undefined ? [] : [String(key)])) : [],
      );
      return [...(request === undefined ? [] : [String(request)]), ...keys.slice(0, 1)];
    },
    async check(rehearsal) {
      const all = [0, 1, 2, 3].map((number) => `/authors/${userId(number)}`);
      await sameAsHealthy(rehearsal, [...all, ...all.toReversed(), `/authors/${userId(7)}`]);
      await rehearsal.mine.advance(120);
      await rehearsal.healthy.advance(120);
      await sameAsHealthy(rehearsal, all.toReversed());
    },
  };
});
