import { asQuick, bothBlogs, fault, other, readers, sameAsHealthy, succeed } from '#drill';
import { bodyOf, callsShow, fail, postId, seedPosts, seedUsers, statementShows } from '#incident';

const index = `      await tx.run\`create index comments_by_post on comments (post_id, created_at desc, id desc)\`;
`;

export default fault(import.meta.url, bothBlogs, (dice) => {
  const posts = dice.between(150, 250);
  const each = Math.floor(50_000 / posts);
  return {
    kind: 'A missing index: the comments of a post are found by reading all comments',
    edits: [{ file: 'store/schema.ts', find: index, replace: '' }],
    repair: [
      {
        file: 'store/schema.ts',
        find: '\n];\n',
        replace: `
  {
    name: 'index of the comments',
    apply: (tx) => tx.run\`create index comments_by_post on comments (post_id, created_at desc, id desc)\`,
  },
];
`,
      },
    ],
    page: {
      from: dice.pick(['Mara, who moderates the comments', 'Jonas, who builds the app for phones']),
      text: `The comments were quick in spring. I don't know when it began, because it isn't a day on which something broke: it is every month a
little worse. ${dice.pick(['Yesterday evening', 'This morning'])} I gave up. It makes no difference whether a post has two comments or two hundred. On the test system
everything is as it was.`,
    },
    async seed(db) {
      await seedUsers(db, 60);
      await seedPosts(db, posts);
      await db.run`
        insert into comments (id, post_id, author_id, content, created_at)
        with recursive
          numbers (n) as (select 0 union all select n + 1 from numbers where n < ${posts * each - 1})
        select 'comment-' || n, 'post-' || (n % ${posts}), 'user-' || (n % 60), 'Leeks, number ' || n,
          '2026-02-' || printf('%02d', 1 + n / 3600 % 28) || 'T' || printf('%02d:%02d', n / 60 % 24, n % 60) || ':00.000Z'
        from numbers`;
    },
    users: [
      {
        name: 'readers with the app',
        count: 14,
        pause: 700,
        visit: (user) => user.get(`/posts/${postId(Math.floor(Math.random() * posts))}/comments?limit=20`),
      },
      readers(6),
    ],
    signals: [
      {
        from: 'the people who run the test system',
        price: 3,
        text: 'A handful of posts, thirty comments. We have always thought that this is enough to try things.',
      },
      {
        from: 'the people who run the machines',
        price: 3,
        text: 'One processor is busy most of the time. The number of requests is that of last year.',
      },
    ],
    causes: [
      {
        claim: 'Finding the comments of a post reads those of all posts.',
        proves: ({ kind, text }) => kind === 'plan' && /SCAN comments/.test(text),
        wouldShow: 'The plan says SCAN: there is no index that begins with the post, so the whole table is read.',
      },
      {
        claim: 'The author of each comment is loaded with a statement of its own.',
        wouldShow: 'a statement about users would run many times for each request.',
        shows: callsShow(/from users where id/, 'the statement that reads one user'),
      },
      {
        claim: 'The list of posts has outgrown its index.',
        wouldShow: 'the statement that reads the list would be slow, and its plan would say SCAN.',
        shows: statementShows(/from posts join users .* limit/, 'the statement that reads the list'),
      },
      other.tokens,
      other.heap,
      other.visitors,
    ],
    async check(rehearsal) {
      const path = (number: number) => `/posts/${postId(number)}/comments?limit=20`;
      await sameAsHealthy(rehearsal, [path(1), path(posts - 1), `/posts/${postId(5)}/comments?limit=100`]);
      await asQuick(rehearsal, (round) => path(10 + (round % (posts - 10))), {
        cause:
          'the comments of a post are still found by reading all of them, or the index is in an old migration: production has applied that one long ago. Add a new one at the end.',
      });
      const { mine } = rehearsal;
      await succeed(mine, { method: 'POST', path: path(4), body: { content: 'Fresh leeks' } }, 201);
      const [newest] = bodyOf('GET /posts/:id/comments', await mine.user().get(path(4)));
      if (newest?.content === 'Fresh leeks') return;
      fail(
        'A reader wrote a comment, and it was not in the list that was requested after that.',
        'the new comment first',
        'a list is kept, and nothing drops it when somebody writes a comment.',
      );
    },
  };
});
