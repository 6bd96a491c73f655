import type { Behaviour } from '#check';
import { Caller, cast, join, newUser, refused } from '../conduit.ts';

/** Every request that needs a token. */
export const protectedRoutes = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/profiles/nobody/follow'],
  ['DELETE', '/profiles/nobody/follow'],
  ['GET', '/articles/feed'],
  ['POST', '/articles'],
  ['PUT', '/articles/nothing'],
  ['DELETE', '/articles/nothing'],
  ['POST', '/articles/nothing/favorite'],
  ['DELETE', '/articles/nothing/favorite'],
  ['POST', '/articles/nothing/comments'],
  ['DELETE', '/articles/nothing/comments/1'],
] as const;

/** Section 2: tokens. */
export function tokens(behaviour: Behaviour): void {
  behaviour('the token of a registration works', ['T1', '09'], async (app) => {
    const { ann } = await cast(app);
    const response = await ann.get('/user');
    response.status(200).expect(response.body.user.username === ann.username, `the user ${ann.username}`);
  });

  for (const [method, path] of protectedRoutes) {
    behaviour(`${method} /api${path} needs a token`, ['T2', '10'], async (app) => {
      refused(await new Caller(app).send(method, path), 401, 'token');
    });
  }

  behaviour('a missing token comes before an invalid body', ['T2', '10'], async (app) => {
    refused(await new Caller(app).post('/articles', { article: { title: '' } }), 401, 'token');
    refused(await new Caller(app).send('PUT', '/user', '{'), 401, 'token');
  });

  for (const [what, header] of [
    ['another scheme', 'Basic YWRhOnNlY3JldA=='],
    ['a scheme without a token', 'Token '],
    ['a token that is none', 'Token please'],
    ['a token without a scheme', 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl'],
    ['an unsigned JWT', 'Token eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoxLCJpZCI6MSwic3ViIjoiMSJ9.'],
  ] as const) {
    behaviour(`${what} is refused`, ['T3', '10'], async (app) => {
      refused(await new Caller(app).send('GET', '/user', undefined, { Authorization: header }), 401, 'token');
    });
  }

  behaviour('a valid token with another scheme is refused', ['T3', '10'], async (app) => {
    const { token } = (await cast(app)).ann;
    for (const header of [`Basic ${token}`, `Bearer ${token}`, token, `token=${token}`, `Token ${token} ${token}`])
      for (const path of ['/user', '/articles', '/articles/feed'])
        refused(await new Caller(app).send('GET', path, undefined, { Authorization: header }), 401, 'token');
  });

  behaviour('a token with one more or one other character is refused', ['T3', '09'], async (app) => {
    const { ann } = await cast(app);
    const { token } = ann;
    const middle = Math.floor(token.length / 2);
    const other = token[middle] === 'A' ? 'B' : 'A';
    for (const forged of [`${token.slice(0, middle)}${other}${token.slice(middle + 1)}`, `${token}A`, token.slice(1)])
      refused(await new Caller(app, forged).get('/user'), 401, 'token');
  });

  behaviour(
    'a wrong token is refused by GET /api/articles and GET /api/profiles/:username',
    ['T4', '10'],
    async (app) => {
      const { ann } = await cast(app);
      refused(await new Caller(app, 'please').get('/articles'), 401, 'token');
      refused(await new Caller(app, 'please').get(`/profiles/${ann.username}`), 401, 'token');
    },
  );

  behaviour('a wrong token is refused by GET /api/articles/:slug and its comments', ['T4', '10'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    refused(await new Caller(app, 'please').get(`/articles/${slug}`), 401, 'token');
    refused(await new Caller(app, 'please').get(`/articles/${slug}/comments`), 401, 'token');
  });

  behaviour('a login, a registration and the tags ignore a wrong token', ['T4', '10'], async (app) => {
    const { email, password } = (await cast(app)).ann;
    const late = new Caller(app, 'expired');
    (await late.post('/users/login', { user: { email, password } })).status(200);
    (await late.post('/users', { user: newUser() })).status(201);
    (await late.get('/tags')).status(200);
  });

  behaviour('a token survives a new username and email', ['T6', '09'], async (app) => {
    const member = await join(app);
    const changes = { username: `${member.username}-b`, email: `b-${member.email}` };
    (await member.put('/user', { user: changes })).status(200);
    const response = await member.get('/user');
    response.status(200).expect(response.body.user.username === changes.username, `the user ${changes.username}`);
    (await member.post('/articles', { article: { title: 'Soup', description: 'For two', body: 'Peel.' } })).status(201);
  });

  behaviour('a login leaves other tokens alone', ['T7', '13'], async (app) => {
    const member = await join(app);
    const { email, password } = member;
    const login = await member.post('/users/login', { user: { email, password } });
    login.status(200);
    (await member.get('/user')).status(200);
    (await new Caller(app, login.body.user.token).get('/user')).status(200);
  });

  behaviour('a token is valid for an hour, and not for longer than seven days', ['T5', '09'], async (app) => {
    const own = app.fresh();
    const member = await join(own);
    await own.advance({ minutes: 59 });
    (await member.get('/user')).status(200);
    await own.advance({ hours: 7 * 24 });
    const late = await member.get('/user');
    late.status(401, 'the clock of your program was moved by more than seven days, and the token still works.');
    refused(late, 401, 'token');
  });
}
