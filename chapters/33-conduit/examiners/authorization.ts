import { createHmac } from 'node:crypto';
import { type Behaviour, random } from '#check';
import { Caller, cast, join, refused } from '../conduit.ts';

/** Who may do what. */
export function authorization(badge: Behaviour): void {
  badge('Ownership', ['A12', '16'], async (app) => {
    const { ann, ben, guest } = await cast(app);
    const article = await ann.write();
    const { id } = await ann.comment(article.slug);
    const url = `/articles/${article.slug}`;
    const changes = { article: { title: 'mine', body: 'mine', author: ben.username, author_id: ben.username } };
    const disguises: Record<string, string>[] = [
      {},
      { 'X-User': ann.username, 'X-User-Id': '1', 'X-Forwarded-User': ann.username },
      { 'X-HTTP-Method-Override': 'PUT' },
      { Cookie: `token=${ann.token}; session_id=${ann.token}` },
    ];
    for (const headers of disguises) {
      for (const query of ['', `?user=${ann.username}&author=${ann.username}`]) {
        refused(await ben.send('PUT', url + query, changes, headers), 403, 'article');
        refused(await ben.send('DELETE', url + query, undefined, headers), 403, 'article');
        refused(await ben.send('DELETE', `${url}/comments/${id}${query}`, undefined, headers), 403, 'comment');
        refused(await guest.send('PUT', url + query, changes, headers), 401, 'token');
      }
    }
    const now = await guest.get(url);
    now.status(200).expect(now.body.article.body === article.body, 'the article as it was');
    const comments = await guest.get(`${url}/comments`);
    comments.status(200).expect(comments.body.comments.length === 1, 'the comment to be there still');
    const [one, two] = await Promise.all([join(app), join(app)]);
    const changed = { id: two.username, username: `${one.username}-b`, bio: random.sentence() };
    (await one.put('/user', { user: changed })).status(200);
    const own = await two.get('/user');
    own.status(200).expect(own.body.user.bio === null, 'the bio of another user as it was');
  });

  badge('Tokens', ['T3', '09'], async (app) => {
    const { ann, ben } = await cast(app);
    for (const [how, forged] of [...splices(ann.token, ben.token), ...jwtForgeries(ann.token)]) {
      const response = await new Caller(app, forged).get('/user');
      response.expect(response.code === 401, 'status 401 for a forged token', `this token ${how}.`);
      refused(response, 401, 'token');
    }
    const own = app.fresh();
    const member = await join(own);
    await own.advance({ hours: 7 * 24, minutes: 1 });
    refused(await member.get('/user'), 401, 'token');
    refused(await member.get('/articles'), 401, 'token');
    // Another secret: what the first program has signed is worth nothing here.
    const elsewhere = app.fresh({ JWT_SECRET: random.word().repeat(5) });
    await join(elsewhere);
    refused(await new Caller(elsewhere, ann.token).get('/user'), 401, 'token');
  });
}

type Forgery = [how: string, token: string];

/** Parts of two valid tokens, put together. */
function splices(one: string, other: string): Forgery[] {
  const cuts = [...one.matchAll(/[^\w-]/g)].map(({ index }) => index);
  const mixed = cuts.map((cut) => one.slice(0, cut) + other.slice(cut));
  return [...mixed, one.slice(0, -1), one.slice(0, one.length / 2), one.toUpperCase(), `${one}=`, `${one}.`]
    .filter((token) => token !== one && token !== other)
    .map((token) => ['is made of parts of valid ones', token]);
}

/** What people try with a JWT: no signature, another algorithm, other claims, secrets that are easy to guess. */
function jwtForgeries(token: string): Forgery[] {
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (!head.startsWith('eyJ')) return [];
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const later = encoded({ ...read, exp: 4102444800, admin: true });
  const unsigned = ['none', 'None', 'NONE'].map((alg) => `${encoded({ alg, typ: 'JWT' })}.${claims}.`);
  const signed = (secret: string) => {
    const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${later}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  return [
    ...[...unsigned, `${unsigned[0]}${signature}`].map((forged): Forgery => ['has no signature', forged]),
    ['has other claims than its signature', `${head}.${later}.${signature}`],
    ...['', 'secret', 'JWT_SECRET', 'conduit', 'changeme', 'undefined'].map(
      (secret): Forgery => [
        `is signed with "${secret}", which anybody can guess. The secret is in JWT_SECRET (rule O3)`,
        signed(secret),
      ],
    ),
  ];
}
