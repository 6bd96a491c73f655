import type { Behaviour } from '#check';
import { Caller, cast, isTime, join, newArticle, newUser, refused } from '../conduit.ts';

/** Section 1: requests and errors. */
export function general(behaviour: Behaviour): void {
  behaviour('a response says that it is JSON', ['G1', '03'], async (app) => {
    const { ann } = await cast(app);
    (await ann.get('/tags')).status(200).header('Content-Type', /^application\/json\b/);
    (await ann.get('/user')).status(200).header('Content-Type', /^application\/json\b/);
  });

  behaviour('an error says that it is JSON', ['G1', '03'], async (app) => {
    (await new Caller(app).get('/user')).status(401).header('Content-Type', /^application\/json\b/);
  });

  behaviour('an error maps names to arrays of messages', ['G2', '07'], async (app) => {
    refused(await new Caller(app).get('/user'), 401);
    refused(await new Caller(app).post('/users', { user: {} }), 422);
  });

  for (const path of ['/nothing', '/articles/a/b/c', '/users/login/more', '/']) {
    behaviour(`GET /api${path} is 404`, ['G3', '02'], async (app) => {
      const response = await new Caller(app).get(path);
      refused(response, 404);
    });
  }

  behaviour('a path outside of /api is 404', ['G3', '02'], async (app) => {
    refused(await app.get('/articles'), 404);
  });

  behaviour('a listed path with another method is 404 or 405', ['G3', '01'], async (app) => {
    const { ann } = await cast(app);
    for (const [method, path] of [
      ['PATCH', '/user'],
      ['DELETE', '/articles'],
      ['PUT', '/tags'],
    ] as const) {
      const response = await ann.send(method, path);
      refused(response, response.code === 405 ? 405 : 404);
    }
  });

  for (const [what, body] of [
    ['that is cut off', '{"user":{"email":"a@example.com"'],
    ['in another format', 'email=a@example.com&password=12345678'],
    ['that is empty', ''],
  ] as const) {
    behaviour(`a body ${what} is 400`, ['G4', '07'], async (app) => {
      refused(await new Caller(app).send('POST', '/users/login', body), 400);
    });
  }

  for (const [what, body] of [
    ['without a wrapper', newUser()],
    ['with null as the wrapper', { user: null }],
    ['with an array as the wrapper', { user: [newUser()] }],
    ['with a string as the wrapper', { user: 'ada' }],
    ['that is an array', [{ user: newUser() }]],
  ] as const) {
    behaviour(`a registration ${what} is 422`, ['G5', '07'], async (app) => {
      refused(await new Caller(app).post('/users', body), 422, 'user');
    });
  }

  behaviour('an article and a comment without a wrapper are 422', ['G5', '07'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    refused(await ann.post('/articles', newArticle()), 422, 'article');
    refused(await ann.post(`/articles/${slug}/comments`, { body: 'Delicious.' }), 422, 'comment');
  });

  for (const value of [42, true, null, { a: 1 }, ['a']]) {
    behaviour(`${JSON.stringify(value)} is not a string`, ['G6', '07'], async (app) => {
      const { ann } = await cast(app);
      refused(await ann.post('/users', { user: { ...newUser(), username: value } }), 422, 'username');
      refused(await ann.post('/articles', { article: { ...newArticle(), title: value } }), 422, 'title');
    });
  }

  behaviour('all invalid fields are named', ['G7', '07'], async (app) => {
    const { ann } = await cast(app);
    const user = { username: '', email: 'nonsense', password: 'short' };
    refused(await ann.post('/users', { user }), 422, 'username', 'email', 'password');
    const article = { title: 5, description: '', body: '   ' };
    refused(await ann.post('/articles', { article }), 422, 'title', 'description', 'body');
  });

  behaviour('unknown fields of a registration are ignored', ['G8', '07'], async (app) => {
    const { ann } = await cast(app);
    const user = {
      ...newUser(),
      id: 1,
      bio: 'hacked',
      image: 'https://example.com/a.png',
      token: 'mine',
      role: 'admin',
    };
    const response = await new Caller(app).post('/users', { user });
    response.status(201);
    response.expect(response.body.user.bio === null, '"bio" to be null: a registration has no such field');
    response.expect(response.body.user.token !== 'mine', 'a token of your own');
    (await ann.get('/user')).status(200);
  });

  behaviour('unknown fields of an article are ignored', ['G8', '07'], async (app) => {
    const { ann, ben } = await cast(app);
    const more = {
      ...{ id: 1, slug: 'mine', favorited: true, favoritesCount: 1000, createdAt: '2001-01-01T00:00:00.000Z' },
      ...{ author: { username: ben.username }, author_id: 1, authorId: 1 },
    };
    const response = await ann.post('/articles', { article: { ...newArticle(), ...more } });
    const { slug, favorited, favoritesCount, createdAt, author } = response.status(201).body.article;
    response.expect(slug !== 'mine', 'a slug made from the title');
    response.expect(favorited === false && favoritesCount === 0, 'a new article that nobody has favorited');
    response.expect(!createdAt.startsWith('2001'), 'the time of its creation');
    response.expect(author.username === ann.username, `the author to be ${ann.username}`);
  });

  for (const [what, text] of [
    ['quotes', `"It's" \`quoted\``],
    ['HTML', '<b onclick="alert(1)">bold</b> &amp; <script>'],
    ['line breaks and tabs', 'one\n\ttwo\r\nthree'],
    ['emoji and other scripts', '👩🏽‍🚀 Привет 你好 ﷽ é'],
    ['blanks at both ends', '  padded  '],
    ['percent signs and backslashes', '100% \\n %s _ %%'],
    // \u0065\u0301 is an é in two characters, which a normalization would make one.
    ['letters in two characters, and blanks around them', ' caf\u0065\u0301 \u00a0 '],
  ] as const) {
    behaviour(`${what} are kept as they are`, ['G9', '06'], async (app) => {
      const { ann } = await cast(app);
      const { slug } = await ann.write({ title: `Soup ${text}`, body: text, tagList: [text] });
      const response = await ann.get(`/articles/${slug}`);
      response.status(200);
      const { title, body, tagList } = response.body.article;
      response.expect(title === `Soup ${text}`, `the title ${JSON.stringify(`Soup ${text}`)}`);
      response.expect(body === text, `the body ${JSON.stringify(text)}`);
      response.expect(tagList[0] === text, `the tag ${JSON.stringify(text)}`);
      const changed = await ann.put(`/articles/${slug}`, { article: { title: text, description: text } });
      const { title: other, description } = changed.status(200).body.article;
      changed.expect(other === text && description === text, `the new title and description ${JSON.stringify(text)}`);
    });
  }

  behaviour('times are in UTC, with milliseconds', ['G10', '06'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    const article = (await ann.get(`/articles/${slug}`)).status(200);
    const { createdAt, updatedAt } = article.body.article;
    article.expect(isTime(createdAt) && isTime(updatedAt), 'times like 2026-05-01T08:00:00.000Z');
    const age = Date.now() - Date.parse(createdAt);
    article.expect(Math.abs(age) < 600_000, 'the time of the creation');
    const comment = await ann.post(`/articles/${slug}/comments`, { comment: { body: 'Delicious.' } });
    comment.status(201).expect(isTime(comment.body.comment.createdAt), 'times like 2026-05-01T08:00:00.000Z');
  });

  behaviour('any origin may read responses', ['G11', '18'], async (app) => {
    const response = await new Caller(app).send('GET', '/tags', undefined, { Origin: 'https://front.example' });
    response.status(200).header('Access-Control-Allow-Origin', '*');
  });

  behaviour('any origin may read errors', ['G11', '18'], async (app) => {
    for (const path of ['/user', '/nothing', '/articles?limit=x']) {
      const response = await new Caller(app).send('GET', path, undefined, { Origin: 'https://front.example' });
      response.header('Access-Control-Allow-Origin', '*');
    }
  });

  for (const [method, path] of [
    ['PUT', '/user'],
    ['POST', '/articles'],
    ['DELETE', '/articles/some-article/favorite'],
  ] as const) {
    behaviour(`a preflight for ${method} /api${path} is allowed`, ['G12', '18'], async (app) => {
      const response = await new Caller(app).send('OPTIONS', path, undefined, {
        Origin: 'https://front.example',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization, content-type, x-requested-with',
      });
      response.expect([200, 204].includes(response.code), 'status 200 or 204');
      response.header('Access-Control-Allow-Origin', '*');
      response.header('Access-Control-Allow-Methods', new RegExp(`^\\*$|\\b${method}\\b`));
      for (const header of [/authorization/i, /content-type/i, /x-requested-with/i])
        response.header('Access-Control-Allow-Headers', header);
    });
  }

  behaviour('a user who has just registered is not affected by others', ['G8', '08'], async (app) => {
    const [one, two] = await Promise.all([join(app), join(app)]);
    const [first, second] = await Promise.all([one.get('/user'), two.get('/user')]);
    first.status(200).expect(first.body.user.username === one.username, `the user ${one.username}`);
    second.status(200).expect(second.body.user.username === two.username, `the user ${two.username}`);
  });
}
