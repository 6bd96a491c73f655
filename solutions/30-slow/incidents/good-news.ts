import { framesShow, incident, metricShows, postId, seedPosts, seedUsers, statementShows } from '#incident';

const posts = 100;

export default incident(import.meta.url, {
  step: 3,
  page: {
    from: 'Ines, who runs the blog',
    text: `Good news first: since this morning we are in the catalogue of a search engine, and people find us. But the blog has begun to
stutter. A page that comes at once takes a second when I load it again, and then it is quick again. It doesn't matter
which page. I can't see a pattern, and the error log is empty.`,
  },
  async seed(db) {
    await seedUsers(db, 20);
    await seedPosts(db, posts, { lines: 10 });
  },
  users: [
    {
      name: 'readers',
      count: 12,
      pause: 400,
      visit: async (user) => {
        await user.get('/posts?limit=20');
        await user.get(`/posts/${postId(Math.floor(Math.random() * posts))}`);
      },
    },
    { name: 'feed readers', count: 3, pause: 1_500, visit: (user) => user.get('/feed.json') },
    {
      name: 'the search engine',
      count: 2,
      pause: 2_500,
      visit: (user) => user.get('/archive', { 'accept-encoding': 'gzip, br' }),
    },
  ],
  signals: [
    {
      from: 'the search engine',
      price: 3,
      text: 'We fetch your catalogue every few seconds, as agreed. The file is small, and it always arrives in one piece.',
    },
    {
      from: 'a reader who works for a browser',
      price: 5,
      text: `I recorded a few page loads. When it hangs, the connection is open and your server has received my request. It just doesn't
begin to respond. All of my requests hang together, and all of them continue at the same moment.`,
    },
    {
      from: 'the database team',
      price: 3,
      text: 'You ask us for almost nothing.',
    },
  ],
  causes: [
    {
      claim: 'Compressing the archive blocks the event loop.',
      proves: ({ kind, text, values }) =>
        kind === 'frame' && /brotli|zlib|compressed archive|download archive/i.test(text) && values.total! >= 5,
      wouldShow:
        'The profile shows a compression that runs on the event loop, below the function of the archive: while it computes, nobody else gets a response.',
    },
    {
      claim: 'Hashing the feed for its ETag blocks the event loop.',
      wouldShow: 'a profile would show `update` or `digest`, below the controller of the feed.',
      shows: framesShow(/show feed\//, 'the controller of the feed'),
    },
    {
      claim: 'Reading all posts for the archive takes seconds in the database.',
      wouldShow: 'the statement that the archive sends would be among the slowest.',
      shows: statementShows(/users.name as author from posts/, 'the statement of the archive'),
    },
    {
      claim: 'The cache of the front page expires, and all readers load it at once.',
      wouldShow: 'the share of hits would drop, and only GET /posts would be slow.',
      shows: metricShows('hits of the front page cache', 'the share of hits'),
    },
    {
      claim: 'There are too many requests for one process.',
      wouldShow:
        'the number of requests in flight would grow without end, and the lag of the event loop would be high all the time.',
      shows: metricShows('requests per second', 'the number of requests per second'),
    },
    {
      claim: 'All threads that hash passwords are busy, so that logins wait for each other.',
      wouldShow: 'hash_jobs{state="waiting"} would be above 0.',
      shows: metricShows('hashes that wait for a thread', 'the number of hashes that wait'),
    },
  ],
});
