import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { asResponsive, bothBlogs, fault, other, readers } from '#drill';
import { fail, framesShow, metricShows, seedPosts, seedUsers, statementShows } from '#incident';

const accepting = (encodings: string) => ({ path: '/feed.json', headers: { 'accept-encoding': encodings } });

export default fault(import.meta.url, bothBlogs, (dice) => {
  const [encoding, method] = dice.pick([
    ['br', 'brotliCompressSync'],
    ['gzip', 'gzipSync'],
  ]);
  const call = method === 'gzipSync' ? 'gzipSync(text, { level: 9, memLevel: 1 })' : 'brotliCompressSync(text)';
  return {
    kind: 'Work on the event loop: the feed is compressed there, with a function whose name ends with Sync',
    edits: [
      {
        file: 'feed/feed.controller.ts',
        find: `import { createHash } from 'node:crypto';
`,
        replace: `import { createHash } from 'node:crypto';
import { ${method} } from 'node:zlib';
`,
      },
      {
        file: 'feed/feed.controller.ts',
        find: `    ctx.response.setHeader('Content-Type', 'application/feed+json');
`,
        replace: `    ctx.response.setHeader('Content-Type', 'application/feed+json');
    ctx.response.setHeader('Vary', 'Accept-Encoding');
    if (/\\b${encoding}\\b/.test(ctx.header('Accept-Encoding'))) {
      ctx.response.setHeader('Content-Encoding', '${encoding}');
      return ctx.send(${call});
    }
`,
      },
    ],
    page: {
      from: dice.pick(['Ines, who runs the blog', 'Jonas, who builds the app for phones']),
      text: `Every page of the blog is sometimes slow and mostly not, and I can't find out which one it is. Yesterday I loaded the same post
twenty times: seventeen times it was there at once, three times it took ${dice.pick(['half a second', 'ages'])}. The graph of the errors is a flat line.
${dice.pick(['It began when our letters to the newspaper brought us new friends.', 'We have more friends than ever since the newspaper wrote about us.'])}`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, 60, { lines: method === 'gzipSync' ? 900 : dice.between(60, 90) });
    },
    users: [
      {
        name: 'programs that read the feed',
        count: 10,
        pause: 1_400,
        visit: (user) => user.get('/feed.json', accepting('gzip, deflate, br').headers),
      },
      { name: 'readers of posts', count: 12, pause: 500, visit: (user) => user.get(`/posts/post-${user.number}`) },
      readers(2, { pause: 3_000 }),
    ],
    signals: [
      { from: 'the database team', price: 3, text: 'A quiet day. You ask for a page now and then.' },
      {
        from: 'a reader who works for a browser',
        price: 5,
        text: 'When it hangs, everything hangs, and the connection is open. Your server has my request, and does something else.',
      },
    ],
    causes: [
      {
        claim: 'Compressing the feed blocks the event loop.',
        proves: ({ kind, text, values }) => kind === 'frame' && /Sync|zlib|show feed/.test(text) && values.total! >= 20,
        wouldShow:
          'The profile shows a compression that runs on the event loop: while it computes, nobody gets a response.',
      },
      {
        claim: 'Hashing the feed for its ETag blocks the event loop.',
        wouldShow: 'a profile would show `update` or `digest` near its top.',
        shows: framesShow(/update|digest|createHash/, 'hashing'),
      },
      {
        claim: 'Reading the posts for the feed takes long in the database.',
        wouldShow: 'the statement that reads posts would be slow.',
        shows: statementShows(/from posts join users .* limit/, 'the statement that reads the list'),
      },
      {
        claim: 'The front page falls out of the cache all the time.',
        wouldShow: 'the share of hits would be low, and only GET /posts would be slow.',
        shows: metricShows('hits of the front page cache', 'the share of hits'),
      },
      other.visitors,
      other.hashes,
    ],
    async check(rehearsal) {
      const { mine, healthy } = rehearsal;
      const expected = (await healthy.user().get('/feed.json')).content.toString();
      const { status, headers, content } = await mine.user().get('/feed.json', accepting('gzip, deflate, br').headers);
      const decoded = headers['content-encoding'] === 'br' ? brotliDecompressSync : gunzipSync;
      const text = headers['content-encoding'] === undefined ? content : decoded(content);
      if (status !== 200 || text.toString() !== expected)
        fail(
          `GET /feed.json of a client that accepts br and gzip responds with ${status}, and another feed than the healthy program.`,
          'the same feed, compressed or not',
          'the Content-Encoding header does not say how the feed is compressed, or a part of it is lost.',
        );
      await asResponsive(
        rehearsal,
        () => accepting('gzip, deflate, br'),
        'the compression still runs on the event loop. A promise around a function that computes changes when it blocks, and not whether.',
      );
    },
  };
});
