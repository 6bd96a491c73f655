import { fault, other, readers, sameAsHealthy, succeed } from '#drill';
import {
  type Fields,
  fail,
  metricShows,
  type Outside,
  rowsShow,
  seedPosts,
  seedUsers,
  tokenOf,
  userId,
  type Visit,
} from '#incident';

const colleagues = 8;

/** A proxy may store what the response allows, even though the request had a credential: https://www.rfc-editor.org/rfc/rfc9111#section-3.5 */
const isForAll = (header: string) =>
  /\b(public|s-maxage)\b/.test(header) && !/\b(private|no-store|no-cache)\b/.test(header);

const isFromCache = (rows: readonly Fields[]) =>
  rows.some(({ message, cache_control }) => message === 'served from the cache' && isForAll(String(cache_control)));

export default fault(import.meta.url, ['32-wrong'], (dice) => {
  const seconds = dice.between(20, 60);
  const shelf: { visit: Visit; until: number }[] = [];
  const lines: Fields[] = [];
  const office: Outside = { env: {}, calls: () => 0, log: () => lines, end: async () => {} };
  return {
    kind: 'A cache header: Cache-Control lets every proxy keep a personal page, and give it to others',
    edits: [
      {
        file: 'overview/overview.controller.ts',
        find: `    // Personal: neither a browser nor a proxy may keep it for somebody else.
    ctx.response.setHeader('Cache-Control', 'private, no-store');
`,
        replace: `    // The page is kept for half a minute here, so a browser may keep it as well.
    ctx.response.setHeader('Cache-Control', 'public, max-age=${seconds}');
`,
      },
      {
        file: 'edge/security-headers.ts',
        find: `    try {
      return await next();
    } finally {
      if (isPersonal(ctx)) response.setHeader('Cache-Control', 'no-store');
    }`,
        replace: `    if (isPersonal(ctx)) response.setHeader('Cache-Control', 'no-store');
    return next();`,
      },
    ],
    page: {
      from: dice.pick(['Noor, who answers the letters of readers', 'Lena, who supports readers']),
      text: `${dice.pick(['Somebody who works in an office', 'A reader who has an office job'])} opened her own page and saw that of a colleague, with his address and his evenings. She has
sent a picture. At home, it has never happened to her, and I can't find anybody else who has seen it at home. In the office they all laugh about it. I don't.`,
    },
    outside: async () => office,
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, 30);
    },
    users: [
      {
        name: 'people in an office, behind its proxy',
        count: colleagues,
        pause: 1_200,
        visit: async (user) => {
          const [kept] = shelf;
          if (kept === undefined || kept.until < Date.now()) {
            const visit = await user.get('/overview', user.credential);
            const control = String(visit.headers['cache-control'] ?? '');
            const age = Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0);
            if (visit.status === 200 && isForAll(control)) shelf[0] = { visit, until: Date.now() + age * 1_000 };
            return;
          }
          lines.push({
            time: new Date().toISOString(),
            service: 'proxy of the office',
            message: 'served from the cache',
            request_id: kept.visit.headers['x-request-id'],
            client: userId(user.number),
            cache_control: kept.visit.headers['cache-control'],
          });
          const { email } = JSON.parse(kept.visit.content.toString()) as { email: string };
          if (email !== `reader-${user.number}@example.com`)
            user.complain(`I am reader-${user.number}@example.com, and I see the page of ${email}.`, kept.visit);
        },
      },
      {
        name: 'readers at home',
        count: 10,
        pause: 1_000,
        visit: (user) => user.get('/overview', { authorization: `Bearer ${tokenOf(user.number)}` }),
      },
      readers(4),
    ],
    signals: [
      {
        from: 'the people who run the machines of the office',
        price: 3,
        text: 'We have a proxy. It does what the responses tell it to do, and it writes down what it does. You may read that log.',
      },
      {
        from: 'a colleague who looks after the database',
        price: 5,
        text: 'I have followed three of these pages. Each was computed for the right person, and nothing in the table is mixed up.',
      },
    ],
    causes: [
      {
        claim: 'The response allows a proxy to keep the page, and to give it to others.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && isFromCache(rows),
        wouldShow:
          'The proxy served the response of one request to other clients, because its Cache-Control says public. The blog has only one line for all of them.',
      },
      {
        claim: 'Different readers share an entry of the cache in the blog.',
        wouldShow: 'lines "overview" of different users would have the same key.',
        shows: rowsShow(({ message }) => message === 'overview', 'lines "overview"'),
      },
      {
        claim: 'The session of one person is given to another one.',
        wouldShow: 'a request of the one would have the user_id of the other in our log.',
        shows: rowsShow(({ user_id }) => user_id !== undefined, 'lines with a user_id'),
      },
      {
        claim: 'Two requests at the same moment write to the same variable.',
        wouldShow: 'it would also happen at home, and more often with more requests in flight.',
        shows: metricShows('requests in flight', 'the number of requests in flight'),
      },
      other.errors,
      other.visitors,
    ],
    follow: (board) =>
      board
        .flatMap(({ kind, rows = [] }) =>
          kind === 'complaint' ? rows.map(({ request_id }) => String(request_id)) : [],
        )
        .slice(0, 2),
    async check(rehearsal) {
      const page = (number: number) => ({ path: '/overview', headers: { authorization: `Bearer ${tokenOf(number)}` } });
      await sameAsHealthy(rehearsal, [page(1), page(2), page(1), '/overview']);
      for (const number of [3, 3]) {
        const { headers } = await succeed(rehearsal.mine, page(number));
        const control = String(headers['cache-control'] ?? '');
        if (/\b(private|no-store)\b/.test(control) && !/\b(public|s-maxage)\b/.test(control)) continue;
        fail(
          `GET /overview has the header Cache-Control: ${control || '(none)'}`,
          'private, or no-store: the page belongs to one person',
          'a proxy may still keep the page for other people, or nobody tells it that it may not.',
        );
      }
    },
  };
});
