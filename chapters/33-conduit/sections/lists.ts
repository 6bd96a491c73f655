import { type Behaviour, random, type Session } from '#check';
import { type Caller, cast, fieldsOf, hasExactly, join, type Member, refused } from '../conduit.ts';

/** Section 7: lists, the feed and tags. */
export function lists(behaviour: Behaviour): void {
  behaviour('a list has articles and their number', ['L1', '04'], async (app) => {
    const { author } = await app.once(fiveArticles);
    const { guest } = await cast(app);
    const response = await guest.get(`/articles?author=${author.username}`);
    response.status(200);
    hasExactly(response, response.body, ['articles', 'articlesCount'], 'a list');
    response.expect(Array.isArray(response.body.articles), '"articles" to be an array');
    for (const article of response.body.articles) hasExactly(response, article, fieldsOf.listed, 'a listed article');
  });

  behaviour('an article in a list is the article itself, without its body', ['L1', '06'], async (app) => {
    const { author, slugs } = await app.once(fiveArticles);
    const { guest } = await cast(app);
    const { body: _, ...expected } = await guest.read(slugs[0]!);
    const response = await guest.get(`/articles?author=${author.username}&limit=1`);
    const [first = {}] = response.status(200).body.articles;
    for (const [field, value] of Object.entries(expected))
      response.expect(
        JSON.stringify(first[field]) === JSON.stringify(value),
        `"${field}" to be ${JSON.stringify(value)}`,
      );
  });

  behaviour('a list begins with the newest', ['L2', '06'], async (app) => {
    const { author, slugs } = await app.once(fiveArticles);
    const { guest } = await cast(app);
    await expectSlugs(guest, `/articles?author=${author.username}`, slugs, 5);
  });

  behaviour('the order is that of creation, even within a millisecond', ['L2', '06'], async (app) => {
    const tag = random.word();
    const { ann } = await cast(app);
    const slugs: string[] = [];
    for (let count = 0; count < 8; count++) slugs.unshift((await ann.write({ tagList: [tag] })).slug);
    await expectSlugs(ann, `/articles?tag=${tag}`, slugs, 8);
  });

  behaviour('a change of an article leaves it in its place', ['L2', '06'], async (app) => {
    const tag = random.word();
    const { ann } = await cast(app);
    const [old, young] = [await ann.write({ tagList: [tag] }), await ann.write({ tagList: [tag] })];
    (await ann.put(`/articles/${old.slug}`, { article: { body: 'other' } })).status(200);
    await expectSlugs(ann, `/articles?tag=${tag}`, [young.slug, old.slug], 2);
  });

  behaviour('a new article is in the list of all', ['L1', '06'], async (app) => {
    const { ann, guest } = await cast(app);
    const { slug } = await ann.write();
    const response = await guest.get('/articles?limit=100');
    const found = response.status(200).body.articles.map((article: { slug: string }) => article.slug);
    response.expect(found.includes(slug), `the new article ${slug} among the newest 100`);
    response.expect(response.body.articlesCount >= found.length, '"articlesCount" to be the number of all articles');
  });

  behaviour('a list has 20 entries unless it is told otherwise', ['L3', '18'], async (app) => {
    const tag = random.word();
    const { ann } = await cast(app);
    await Promise.all(Array.from({ length: 22 }, () => ann.write({ tagList: [tag] })));
    const response = await ann.get(`/articles?tag=${tag}`);
    response.status(200).expect(response.body.articles.length === 20, '20 articles');
    response.expect(response.body.articlesCount === 22, '"articlesCount" to be 22');
  });

  behaviour('limit and offset choose a part', ['L3', '18'], async (app) => {
    const { author, slugs } = await app.once(fiveArticles);
    const { guest } = await cast(app);
    const list = `/articles?author=${author.username}`;
    await expectSlugs(guest, `${list}&limit=2`, slugs.slice(0, 2), 5);
    await expectSlugs(guest, `${list}&limit=2&offset=2`, slugs.slice(2, 4), 5);
    await expectSlugs(guest, `${list}&limit=2&offset=4`, slugs.slice(4), 5);
    await expectSlugs(guest, `${list}&limit=100`, slugs, 5);
  });

  behaviour('an offset of any size is an empty list, or refused', ['L3', '18'], async (app) => {
    const { ann } = await cast(app);
    for (const offset of ['1000000000', '2147483648', '9007199254740993', '99999999999999999999', '9'.repeat(400)]) {
      const response = await ann.get(`/articles?offset=${offset}`);
      if (response.code === 422) refused(response, 422, 'offset');
      else response.status(200).expect(response.body.articles.length === 0, 'an empty list');
    }
  });

  behaviour('an offset beyond the end is an empty list', ['L4', '18'], async (app) => {
    const { author } = await app.once(fiveArticles);
    const { guest } = await cast(app);
    await expectSlugs(guest, `/articles?author=${author.username}&offset=50`, [], 5);
  });

  for (const [parameter, ...values] of [
    ['limit', '0', '-1', '101', 'abc', '1.5', '', '1e1', '0x10'],
    ['offset', '-1', 'abc', '1.5', '', ' 1'],
  ] as const) {
    behaviour(`an invalid ${parameter} is 422`, ['L3', '07'], async (app) => {
      const { ann } = await cast(app);
      for (const value of values)
        for (const path of ['/articles', '/articles/feed'])
          refused(await ann.get(`${path}?${parameter}=${encodeURIComponent(value)}`), 422, parameter);
    });
  }

  behaviour('a tag selects the articles that have it', ['L5', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const tag = random.word();
    const first = await ann.write({ tagList: ['soup', tag] });
    const second = await ben.write({ tagList: [tag] });
    await ann.write({ tagList: [`${tag}s`, tag.slice(1), tag.toUpperCase()] });
    await expectSlugs(ann, `/articles?tag=${tag}`, [second.slug, first.slug], 2);
  });

  behaviour('a listed article has all of its tags, whatever was asked for', ['L5', '06'], async (app) => {
    const { ann } = await cast(app);
    const tagList = [random.word(), random.word(), random.word()];
    await ann.write({ tagList });
    const response = await ann.get(`/articles?tag=${tagList[1]}`);
    const [found] = response.status(200).body.articles;
    response.expect(
      JSON.stringify(found?.tagList) === JSON.stringify(tagList),
      `"tagList" to be ${tagList.join(', ')}`,
    );
  });

  behaviour('an author selects their articles, regardless of case', ['L5', '06'], async (app) => {
    const { author, slugs } = await app.once(fiveArticles);
    const { guest } = await cast(app);
    await expectSlugs(guest, `/articles?author=${author.username.toUpperCase()}`, slugs, 5);
  });

  behaviour('favorited selects the favorites of a user', ['L5', '06'], async (app) => {
    const { slugs } = await app.once(fiveArticles);
    const reader = await join(app);
    const other = await join(app);
    for (const slug of [slugs[3]!, slugs[1]!]) (await reader.post(`/articles/${slug}/favorite`)).status(200);
    (await other.post(`/articles/${slugs[0]}/favorite`)).status(200);
    // In the order of the articles, and not in that of the favorites.
    await expectSlugs(other, `/articles?favorited=${reader.username}`, [slugs[1]!, slugs[3]!], 2);
  });

  behaviour('several filters must all match', ['L5', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const tag = random.word();
    const reader = await join(app);
    const [mine, theirs] = [await ann.write({ tagList: [tag] }), await ben.write({ tagList: [tag] })];
    const other = await ann.write();
    for (const { slug } of [mine, other]) (await reader.post(`/articles/${slug}/favorite`)).status(200);
    await expectSlugs(ann, `/articles?tag=${tag}&author=${ben.username}`, [theirs.slug], 1);
    await expectSlugs(ann, `/articles?tag=${tag}&favorited=${reader.username}`, [mine.slug], 1);
    await expectSlugs(ann, `/articles?tag=${tag}&favorited=${reader.username}&author=${ben.username}`, [], 0);
  });

  for (const parameter of ['tag', 'author', 'favorited']) {
    behaviour(`an unknown ${parameter} is an empty list`, ['L6', '06'], async (app) => {
      const { guest } = await cast(app);
      await expectSlugs(guest, `/articles?${parameter}=${random.word()}`, [], 0);
    });
  }

  behaviour('filters are compared, and not searched', ['L6', '06'], async (app) => {
    const { guest } = await cast(app);
    await app.once(fiveArticles);
    for (const value of ['%', '_', '*', "' or '1'='1"])
      await expectSlugs(guest, `/articles?author=${encodeURIComponent(value)}`, [], 0);
  });

  behaviour('a list shows what the caller follows and favorites', ['A13', '16'], async (app) => {
    const { author, slugs } = await app.once(fiveArticles);
    const reader = await join(app);
    (await reader.post(`/profiles/${author.username}/follow`)).status(200);
    (await reader.post(`/articles/${slugs[2]}/favorite`)).status(200);
    const response = await reader.get(`/articles?author=${author.username}`);
    for (const { slug, favorited, author: shown } of response.status(200).body.articles) {
      response.expect(favorited === (slug === slugs[2]), `"favorited" to be ${slug === slugs[2]} for ${slug}`);
      response.expect(shown.following === true, `the author of ${slug} to be followed`);
    }
    const { guest } = await cast(app);
    const other = await guest.get(`/articles?author=${author.username}`);
    const isOther = other.status(200).body.articles.every(isNobodys);
    other.expect(isOther, '"favorited" and "following" to be false without a token');
  });

  behaviour('the feed of somebody who follows nobody is empty', ['L7', '16'], async (app) => {
    const reader = await join(app);
    await reader.write();
    await expectSlugs(reader, '/articles/feed', [], 0);
  });

  behaviour('the feed has the articles of all followed users, and no others', ['L7', '16'], async (app) => {
    const [reader, one, two, stranger] = await Promise.all([join(app), join(app), join(app), join(app)]);
    for (const { username } of [one, two]) (await reader.post(`/profiles/${username}/follow`)).status(200);
    const slugs: string[] = [];
    for (const author of [one, stranger, two, reader, one]) {
      const { slug } = await author.write();
      if (author === one || author === two) slugs.unshift(slug);
    }
    await expectSlugs(reader, '/articles/feed', slugs, 3);
    await expectSlugs(reader, '/articles/feed?limit=1&offset=1', slugs.slice(1, 2), 3);
    const response = await reader.get('/articles/feed');
    for (const article of response.body.articles) {
      hasExactly(response, article, fieldsOf.listed, 'a listed article');
      response.expect(article.author.following === true, 'authors that are followed');
    }
    (await reader.delete(`/profiles/${one.username}/follow`)).status(200);
    await expectSlugs(reader, '/articles/feed', slugs.slice(1, 2), 1);
  });

  behaviour('tags are those of all articles, each once', ['L8', '06'], async (app) => {
    const { ann, ben, guest } = await cast(app);
    const [one, two] = [random.word(), random.word()];
    await ann.write({ tagList: [one, two] });
    await ben.write({ tagList: [two] });
    const response = await guest.get('/tags');
    response.status(200);
    hasExactly(response, response.body, ['tags'], 'a body');
    for (const tag of [one, two]) {
      const count = response.body.tags.filter((each: unknown) => each === tag).length;
      response.expect(count === 1, `the tag ${tag} once, got it ${count} times`);
    }
  });

  behaviour('a tag that no article has any more disappears', ['L8', '06'], async (app) => {
    const { ann, guest } = await cast(app);
    const [deleted, removed, kept] = [random.word(), random.word(), random.word()];
    const first = await ann.write({ tagList: [deleted, kept] });
    const second = await ann.write({ tagList: [removed, kept] });
    (await ann.delete(`/articles/${first.slug}`)).status(204);
    (await ann.put(`/articles/${second.slug}`, { article: { tagList: [kept] } })).status(200);
    const response = await guest.get('/tags');
    const { tags } = response.status(200).body;
    response.expect(!tags.includes(deleted), `no tag ${deleted}: its article was deleted`);
    response.expect(!tags.includes(removed), `no tag ${removed}: it was removed from its article`);
    response.expect(tags.includes(kept), `the tag ${kept}, which one article still has`);
  });
}

/** An author with five articles, newest first, for behaviours that only look at them. */
async function fiveArticles(app: Session): Promise<{ author: Member; slugs: string[] }> {
  const author = await join(app);
  const slugs: string[] = [];
  for (let count = 0; count < 5; count++) slugs.unshift((await author.write()).slug);
  return { author, slugs };
}

function isNobodys({ favorited, author }: { favorited: boolean; author: { following: boolean } }): boolean {
  return !favorited && !author.following;
}

async function expectSlugs(caller: Caller, path: string, slugs: readonly string[], count: number): Promise<void> {
  const response = await caller.get(path);
  const found = (response.status(200).body.articles ?? []).map((article: { slug: string }) => article.slug);
  response.expect(
    found.join() === slugs.join(),
    `the articles ${slugs.join(', ') || '(none)'}; got ${found.join(', ') || 'none'}`,
  );
  response.expect(response.body.articlesCount === count, `"articlesCount" to be ${count}`);
}
