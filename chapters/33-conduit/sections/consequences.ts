import { type Behaviour, random } from '#check';
import { Caller, cast, join, newArticle, newUser, refused } from '../conduit.ts';

/* What one request must leave as it is, or change with it, elsewhere: the rules meet here. By section. */

export const ofUsers = (behaviour: Behaviour): void => {
  behaviour('with a field that is taken, no other field changes', ['C6', '12'], async (app) => {
    const [ann, ben] = [await join(app), await join(app)];
    refused(await ann.put('/user', { user: { username: random.word(), bio: 'new', email: ben.email } }), 409, 'email');
    const { body } = (await ann.get('/user')).status(200);
    const kept = await ann.get(`/profiles/${ann.username}`);
    kept.status(200, 'the username has changed although the email was refused.');
    kept.expect(body.user.username === ann.username && body.user.bio === null, 'the username and the bio from before');
  });

  behaviour('with a field that is refused, the password and the tokens stay', ['C6', '12'], async (app) => {
    const [ann, ben] = [await join(app), await join(app)];
    const { password } = newUser();
    refused(await ann.put('/user', { user: { password, email: ben.email } }), 409, 'email');
    refused(await ann.put('/user', { user: { password, email: 'nonsense' } }), 422, 'email');
    (await ann.get('/user')).status(200, 'the tokens have ended although the change was refused.');
    (await ann.post('/users/login', { user: { email: ann.email, password: ann.password } })).status(200);
    refused(await ann.post('/users/login', { user: { email: ann.email, password } }), 401, 'credentials');
  });

  behaviour('a change that takes the name and the email of others names both', ['C5', '08'], async (app) => {
    const { ann, ben, cara } = await cast(app);
    const taken = { username: ben.username.toUpperCase(), email: cara.email.toUpperCase() };
    refused(await ann.put('/user', { user: taken }), 409, 'username', 'email');
  });

  behaviour(
    'a token from before a new password is refused where a token is optional, too',
    ['C8', '17'],
    async (app) => {
      const ann = await join(app);
      (await ann.put('/user', { user: { password: newUser().password } })).status(200);
      for (const path of ['/articles', `/profiles/${ann.username}`]) refused(await ann.get(path), 401, 'token');
    },
  );

  behaviour(
    'a login with the old password, during its change, leaves nothing that works',
    ['C8', '17'],
    async (app) => {
      const ann = await join(app);
      const user = { email: ann.email, password: ann.password };
      const logins = Array.from({ length: 6 }, () => ann.post('/users/login', { user }));
      const [changed, ...responses] = await Promise.all([
        ann.put('/user', { user: { password: newUser().password } }),
        ...logins,
      ]);
      changed.status(200);
      for (const { code, body } of responses) {
        if (code !== 200) continue;
        const response = await new Caller(app, body.user.token).get('/user');
        const cause = 'the login compared the old password, and then signed its token for the new one.';
        response.expect(response.code === 401, 'status 401 for a token that the old password has opened', cause);
      }
    },
  );

  behaviour('two changes of different fields at the same time both happen', ['C2', '06'], async (app) => {
    for (let round = 0; round < 3; round++) {
      const ann = await join(app);
      const image = `https://example.com/${random.word()}.png`;
      const changes = [{ bio: 'a cook' }, { image }].map((user) => ann.put('/user', { user }));
      for (const response of await Promise.all(changes)) response.status(200);
      const after = (await ann.get('/user')).status(200);
      const { user } = after.body;
      after.expect(user.bio === 'a cook' && user.image === image, `the bio "a cook" and the image ${image}`);
    }
  });

  behaviour('two users who choose the same new name at the same time do not both get it', ['C5', '08'], async (app) => {
    for (let round = 0; round < 3; round++) {
      const members = [await join(app), await join(app)];
      const username = random.word();
      const responses = await Promise.all(members.map((member) => member.put('/user', { user: { username } })));
      const codes = responses.map(({ code }) => code).sort();
      responses[1]!.expect(codes.join() === '200,409', `one 200 and one 409, got ${codes.join(' and ')}`);
    }
  });

  behaviour('a password is never cut off, whatever its characters are', ['U5', '08'], async (app) => {
    // 90 bytes: three each. A hash that reads 72 bytes would not see the end.
    const user = { ...newUser(), password: `${'€'.repeat(30)}a` };
    const { guest } = await cast(app);
    const registered = await guest.post('/users', { user });
    if (registered.code === 422) return refused(registered, 422, 'password');
    registered.status(201);
    const login = { email: user.email, password: `${'€'.repeat(30)}b` };
    refused(await guest.post('/users/login', { user: login }), 401, 'credentials');
  });
};

export const ofProfiles = (behaviour: Behaviour): void => {
  behaviour('whoever stops to follow somebody does so only for themselves', ['P7', '16'], async (app) => {
    const [ann, ben, cara] = [await join(app), await join(app), await join(app)];
    for (const reader of [ann, cara]) (await reader.post(`/profiles/${ben.username.toUpperCase()}/follow`)).status(200);
    (await ann.post(`/profiles/${cara.username}/follow`)).status(200);
    (await ann.delete(`/profiles/${ben.username.toUpperCase()}/follow`)).status(200);
    for (const [reader, other, following] of [
      [ann, ben, false],
      [ann, cara, true],
      [cara, ben, true],
    ] as const) {
      const response = (await reader.get(`/profiles/${other.username}`)).status(200);
      response.expect(response.body.profile.following === following, `"following" to be ${following} for this caller`);
    }
  });

  behaviour('nobody can follow themselves by writing their name differently', ['P8', '06'], async (app) => {
    const ann = await join(app);
    await ann.write();
    refused(await ann.post(`/profiles/${ann.username.toUpperCase()}/follow`), 422, 'profile');
    (await ann.get('/articles/feed')).status(200).json({ articles: [], articlesCount: 0 });
  });

  behaviour(
    'who follows and who is followed stays the same when one of them gets a new name',
    ['P4', '06'],
    async (app) => {
      const [ann, ben] = [await join(app), await join(app)];
      (await ann.post(`/profiles/${ben.username}/follow`)).status(200);
      const names = { ann: random.word(), ben: random.word() };
      (await ann.put('/user', { user: { username: names.ann } })).status(200);
      (await ben.put('/user', { user: { username: names.ben } })).status(200);
      const profile = (await ann.get(`/profiles/${names.ben}`)).status(200);
      profile.expect(profile.body.profile.following === true, '"following" to be true, as before');
    },
  );
};

export const ofArticles = (behaviour: Behaviour): void => {
  behaviour('an article that is renamed to "Feed" is still found under its slug', ['A5', '02'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    const renamed = (await ann.put(`/articles/${slug}`, { article: { title: 'Feed' } })).status(200).body.article;
    const found = (await ann.get(`/articles/${renamed.slug}`)).status(200);
    found.expect(found.body.article?.slug === renamed.slug, `the article with the slug ${renamed.slug}`);
  });

  behaviour('tags are kept as they are, commas included, and repeated ones only once', ['A8', '06'], async (app) => {
    const { ann } = await cast(app);
    const [first, second] = [`${random.word()},${random.word()}`, random.word()];
    const { slug } = await ann.write({ tagList: [first] });
    const changed = await ann.put(`/articles/${slug}`, { article: { tagList: [second, first, second] } });
    const wanted = JSON.stringify([second, first]);
    const found = JSON.stringify(changed.status(200).body.article.tagList);
    changed.expect(found === wanted, `"tagList" to be ${wanted}`);
    const again = await ann.get(`/articles/${slug}`);
    again.expect(JSON.stringify(again.status(200).body.article.tagList) === wanted, `"tagList" to be ${wanted}`);
  });

  behaviour('two changes of different fields of an article at the same time both happen', ['A8', '06'], async (app) => {
    const { ann } = await cast(app);
    for (let round = 0; round < 3; round++) {
      const { slug } = await ann.write();
      const { description, body } = newArticle();
      const changes = [{ description }, { body }].map((article) => ann.put(`/articles/${slug}`, { article }));
      for (const response of await Promise.all(changes)) response.status(200);
      const after = (await ann.get(`/articles/${slug}`)).status(200);
      const { article } = after.body;
      after.expect(article.description === description && article.body === body, 'both changes');
    }
  });
};

export const ofLists = (behaviour: Behaviour): void => {
  behaviour('names in a filter are compared regardless of case', ['L5', '06'], async (app) => {
    const [ann, ben] = [await join(app), await join(app)];
    const { slug } = await ann.write();
    (await ben.post(`/articles/${slug}/favorite`)).status(200);
    for (const filter of [`author=${ann.username.toUpperCase()}`, `favorited=${ben.username.toUpperCase()}`]) {
      const list = (await ann.get(`/articles?${filter}`)).status(200);
      list.expect(list.body.articlesCount === 1, `one article for ${filter}`);
    }
  });

  behaviour('the list of tags has all of them', ['L8', '18'], async (app) => {
    const ann = await join(app);
    const tags = Array.from({ length: 120 }, () => random.word());
    for (let from = 0; from < tags.length; from += 20) await ann.write({ tagList: tags.slice(from, from + 20) });
    const response = (await ann.get('/tags')).status(200);
    const missing = tags.filter((tag) => !response.body.tags.includes(tag)).length;
    response.expect(missing === 0, `all 120 tags of six articles; ${missing} are missing`);
  });

  behaviour(
    'the feed has articles from before the caller followed their author, 20 without a limit',
    ['L7', '18'],
    async (app) => {
      const [ann, ben] = [await join(app), await join(app)];
      for (let i = 0; i < 21; i++) await ben.write({ tagList: [] });
      (await ann.post(`/profiles/${ben.username}/follow`)).status(200);
      const feed = (await ann.get('/articles/feed')).status(200);
      const { articles, articlesCount } = feed.body;
      feed.expect(articles.length === 20 && articlesCount === 21, '20 articles, and "articlesCount" 21');
    },
  );
};

export const ofFavorites = (behaviour: Behaviour): void => {
  behaviour('a favorite stays when the article or its reader gets a new name', ['F1', '06'], async (app) => {
    const [ann, ben] = [await join(app), await join(app)];
    const { slug } = await ann.write();
    (await ben.post(`/articles/${slug}/favorite`)).status(200);
    const { article } = (await ann.put(`/articles/${slug}`, { article: { title: random.sentence() } })).status(
      200,
    ).body;
    const username = random.word();
    (await ben.put('/user', { user: { username } })).status(200);
    const after = (await ben.get(`/articles/${article.slug}`)).status(200);
    const { favorited, favoritesCount } = after.body.article;
    after.expect(favorited === true && favoritesCount === 1, '"favorited" true and "favoritesCount" 1, as before');
    const list = (await ben.get(`/articles?favorited=${username}`)).status(200);
    list.expect(list.body.articlesCount === 1, 'the article in the list of favorites');
  });

  behaviour('a new article has none of the favorites and comments of a deleted one', ['A11', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const title = random.sentence();
    const { slug } = await ann.write({ title });
    (await ben.post(`/articles/${slug}/favorite`)).status(200);
    await ben.comment(slug);
    (await ann.delete(`/articles/${slug}`)).status(204);
    const next = await ann.write({ title });
    const article = (await ben.get(`/articles/${next.slug}`)).status(200);
    const { favorited, favoritesCount } = article.body.article;
    article.expect(favorited === false && favoritesCount === 0, 'no favorites');
    (await ben.get(`/articles/${next.slug}/comments`)).status(200).json({ comments: [] });
  });
};

export const ofComments = (behaviour: Behaviour): void => {
  behaviour('the list of comments has all of them', ['M3', '18'], async (app) => {
    const { ann, ben, guest } = await cast(app);
    const { slug } = await ann.write();
    for (let count = 0; count < 60; count++) await ben.comment(slug);
    const list = (await guest.get(`/articles/${slug}/comments`)).status(200);
    list.expect(list.body.comments.length === 60, `60 comments; there are ${list.body.comments.length}`);
  });

  behaviour('a new comment never takes the place of another one', ['M5', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug } = await ann.write();
    const written = [await ann.comment(slug), await ben.comment(slug), await ben.comment(slug)];
    (await ann.delete(`/articles/${slug}/comments/${written[0]!.id}`)).status(204);
    const last = await ann.comment(slug);
    const list = (await ann.get(`/articles/${slug}/comments`)).status(200);
    const wanted = [last, written[2]!, written[1]!].map(({ body }) => body).join(' | ');
    const found = list.body.comments.map(({ body }: { body: string }) => body).join(' | ');
    list.expect(found === wanted, `the comments ${wanted}, got ${found}`);
  });
};
