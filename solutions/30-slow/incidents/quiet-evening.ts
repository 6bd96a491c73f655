import {
  inBatches,
  incident,
  metricShows,
  postId,
  seedPosts,
  seedUsers,
  sentence,
  statementShows,
  timeOf,
  userId,
} from '#incident';

const readers = 300;
const comments = 400;

/** The post that everybody talks about. */
const post = postId(7);

export default incident(import.meta.url, {
  step: 1,
  page: {
    from: 'Mara, who moderates the comments',
    text: `It is half past nine, and the discussion below the leek post has become unbearable. The page itself comes at once, but the
comments take ages, and on my phone I see the little wheel more than I see comments. In the afternoon, when there were twenty of
them, it was quick. Nobody has deployed anything since Monday. All other posts seem to be fine.`,
  },
  // The database has a machine of its own, in the same data centre.
  distance: 1,
  async seed(db) {
    await seedUsers(db, readers);
    await seedPosts(db, 60);
    await inBatches(db, comments, (tx, number) => {
      const id = number < comments - 20 ? post : postId(number % 7);
      return tx.run`
        insert into comments (id, post_id, author_id, content, created_at)
        values (${`comment-${number}`}, ${id}, ${userId((number * 7) % readers)}, ${sentence(number)}, ${timeOf(number)})`;
    });
  },
  users: [
    {
      name: 'readers of the discussion',
      count: 14,
      pause: 900,
      visit: async (user) => {
        await user.get(`/posts/${post}`);
        await user.get(`/posts/${post}/comments?limit=100`);
      },
    },
    {
      name: 'readers of other posts',
      count: 8,
      pause: 700,
      visit: async (user) => {
        await user.get('/posts?limit=20');
        const id = postId(user.number % 7);
        await user.get(`/posts/${id}`);
        await user.get(`/posts/${id}/comments`);
      },
    },
    {
      name: 'somebody who comments',
      count: 2,
      pause: 4_000,
      visit: (user) => user.send('POST', `/posts/${post}/comments`, { content: sentence(user.number) }),
    },
  ],
  signals: [
    {
      from: 'the database team',
      price: 5,
      text: `Your statements are all fast: a tenth of a millisecond each, and every one of them uses an index. But since this evening
we see thirty times as many of them as on other evenings, and almost all have the same text.`,
    },
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'The blog uses less than half of a processor, and hardly any memory. Whatever it does, it mostly waits.',
    },
    {
      from: 'a developer who left last year',
      price: 8,
      text: 'Count what happens for one request. Then count it for a request with half as many comments.',
    },
  ],
  causes: [
    {
      claim: 'The author of each comment is loaded with a statement of its own.',
      proves: ({ kind, text, values }) => kind === 'statement' && /from users/.test(text) && values.perRequest! > 4,
      wouldShow:
        'One short statement about users runs many times for each request, once for each comment. This is the N+1 problem.',
    },
    {
      claim: 'The table of the comments has no index that fits, so that each request reads all of it.',
      wouldShow: 'the statement that reads comments would be slow, and its plan would say SCAN.',
      shows: statementShows(/from comments/, 'the statement that reads comments'),
    },
    {
      claim: 'The discussion is so long that turning it into JSON blocks the event loop.',
      wouldShow:
        'the lag of the event loop would rise, and a profile would show JSON.stringify, or the serializer, near its top.',
      shows: metricShows('event loop lag, p99', 'the lag of the event loop'),
    },
    {
      claim: 'The program uses all of the processor.',
      wouldShow: 'it would use about one processor, which is as much as one event loop can.',
      shows: metricShows('processors used', 'the number of processors in use'),
    },
    {
      claim: 'The front page has fallen out of the cache, and everybody loads it at once.',
      wouldShow: 'the slowest route would be GET /posts, and the share of hits would be low.',
      shows: metricShows('hits of the front page cache [%]', 'the share of hits'),
    },
    {
      claim: 'Transactions hold the connection to the database, and everybody waits for it.',
      wouldShow: 'db_connections{state="waiting"} would be above 0 most of the time.',
      shows: metricShows('callers that wait for a connection', 'the number of callers that wait'),
    },
  ],
});
