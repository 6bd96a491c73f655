import { type Answer, type Behaviour, random } from '#check';
import { cast, fieldsOf, hasExactly, isSame, long, newArticle, refused } from '../conduit.ts';

const slugs = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What isn't a list of tags, in any request. */
export const notTags = [
  ['a string', 'soup'],
  ['null', null],
  ['an array with a number', ['soup', 5]],
  ['an array with a blank', ['soup', ' ']],
  ['an array with an empty string', ['']],
  ['an array with a long string', [long(51)]],
  ['21 tags', Array.from({ length: 21 }, (_, index) => `tag-${index}`)],
] as const;

/** Section 6: articles. */
export function articles(behaviour: Behaviour): void {
  behaviour('a new article comes back with 201', ['A1', '04'], async (app) => {
    const { ann } = await cast(app);
    const article = newArticle();
    const response = await ann.post('/articles', { article });
    response.status(201);
    hasExactly(response, response.body, ['article'], 'a body');
    hasExactly(response, response.body.article, fieldsOf.article, 'an article');
    hasExactly(response, response.body.article.author, fieldsOf.profile, 'an author');
    for (const field of ['title', 'description', 'body'] as const)
      response.expect(response.body.article[field] === article[field], `"${field}" to be ${article[field]}`);
    response.expect(response.body.article.author.username === ann.username, `the author ${ann.username}`);
  });

  for (const [field, most] of [
    ['title', 200],
    ['description', 500],
    ['body', 100_000],
  ] as const) {
    behaviour(`an article without ${field} is 422`, ['A2', '07'], async (app) => {
      const { ann } = await cast(app);
      const { [field]: _, ...others } = newArticle();
      refused(await ann.post('/articles', { article: others }), 422, field);
      refused(await ann.post('/articles', { article: { ...others, [field]: ' \n ' } }), 422, field);
    });

    behaviour(`${field} has at most ${most} characters`, ['A2', '07'], async (app) => {
      const { ann } = await cast(app);
      refused(await ann.post('/articles', { article: { ...newArticle(), [field]: long(most + 1) } }), 422, field);
      (await ann.post('/articles', { article: { ...newArticle(), [field]: long(most) } })).status(201);
    });
  }

  behaviour('an article without tags has an empty list of them', ['A3', '07'], async (app) => {
    const { ann } = await cast(app);
    const { tagList: _, ...article } = newArticle();
    const response = await ann.post('/articles', { article });
    response.status(201).expect(isSame(response.body.article.tagList, []), '"tagList" to be []');
  });

  behaviour('tags keep their order, and appear once', ['A3', '06'], async (app) => {
    const { ann } = await cast(app);
    const [one, two, three] = [random.word(), random.word(), random.word()].sort().reverse() as [
      string,
      string,
      string,
    ];
    const { slug } = await ann.write({ tagList: [two, three, two, one, three] });
    const response = await ann.get(`/articles/${slug}`);
    const expected = JSON.stringify([two, three, one]);
    response
      .status(200)
      .expect(isSame(response.body.article.tagList, [two, three, one]), `"tagList" to be ${expected}`);
  });

  for (const [what, tagList] of notTags) {
    behaviour(`${what} is not a list of tags`, ['A3', '07'], async (app) => {
      const { ann } = await cast(app);
      refused(await ann.post('/articles', { article: { ...newArticle(), tagList } }), 422, 'tagList');
    });
  }

  behaviour('20 tags of 50 characters are allowed', ['A3', '07'], async (app) => {
    const { ann } = await cast(app);
    const tagList = Array.from({ length: 20 }, () => random.word().padEnd(50, 'x'));
    const response = await ann.post('/articles', { article: { ...newArticle(), tagList } });
    response.status(201).expect(isSame(response.body.article.tagList, tagList), 'all 20 tags in the article');
  });

  behaviour('the slug is made from the title', ['A4', '02'], async (app) => {
    const { ann } = await cast(app);
    const word = random.word();
    const response = await ann.post('/articles', { article: { ...newArticle(), title: `Soup for ${word}, Again!` } });
    const { slug } = response.status(201).body.article;
    response.expect(slug.startsWith(`soup-for-${word}-again`), `a slug that begins with soup-for-${word}-again`);
    expectSlug(response);
  });

  for (const [what, title] of [
    ['punctuation', '--- Hello, world! --- (really?) ---'],
    ['accents and other scripts', 'Crème brûlée 你好'],
    ['slashes and dots', '../../etc/passwd'],
    ['only characters that can’t appear in a slug', '你好 !!!'],
    ['200 characters', long(200)],
  ] as const) {
    behaviour(`a title with ${what} has a slug`, ['A4', '02'], async (app) => {
      const { ann } = await cast(app);
      const response = await ann.post('/articles', { article: { ...newArticle(), title } });
      response.status(201);
      expectSlug(response);
      (await ann.get(`/articles/${response.body.article.slug}`)).status(200);
    });
  }

  behaviour('articles with the same title have different slugs', ['A5', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const title = random.sentence();
    const three = [await ann.write({ title }), await ben.write({ title }), await ann.write({ title })];
    const response = await ann.get(`/articles/${three[0]!.slug}`);
    const distinct = new Set(three.map(({ slug }) => slug)).size;
    response
      .status(200)
      .expect(distinct === 3, `three different slugs, got ${three.map(({ slug }) => slug).join(', ')}`);
    response.expect(response.body.article.author.username === ann.username, 'the first of the three articles');
  });

  behaviour('an article called Feed can be read', ['A5', '02'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write({ title: 'Feed' });
    const response = await ann.get(`/articles/${slug}`);
    response.status(200).expect(response.body.article?.title === 'Feed', 'the article, and not the feed');
  });

  behaviour('a new article has no favorites, and equal times', ['A6', '06'], async (app) => {
    const { ann } = await cast(app);
    const response = await ann.post('/articles', { article: newArticle() });
    const { favorited, favoritesCount, createdAt, updatedAt } = response.status(201).body.article;
    response.expect(favorited === false && favoritesCount === 0, '"favorited" to be false and "favoritesCount" 0');
    response.expect(createdAt === updatedAt, '"createdAt" and "updatedAt" to be equal');
  });

  behaviour('everyone can read an article', ['A7', '04'], async (app) => {
    const { ann, guest } = await cast(app);
    const written = await ann.write();
    const response = await guest.get(`/articles/${written.slug}`);
    response.status(200);
    hasExactly(response, response.body.article, fieldsOf.article, 'an article');
    response.expect(isSame(response.body.article, written), `the article ${JSON.stringify(written)}`);
  });

  for (const [method, tail] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/favorite'],
    ['DELETE', '/favorite'],
    ['GET', '/comments'],
    ['POST', '/comments'],
    ['DELETE', '/comments/1'],
  ] as const) {
    behaviour(`${method} /api/articles/:slug${tail} of an unknown article is 404`, ['A7', '02'], async (app) => {
      const { ann } = await cast(app);
      const body = tail === '/comments' ? { comment: { body: 'Delicious.' } } : { article: { title: 'Soup' } };
      const sent = method === 'PUT' || (method === 'POST' && tail === '/comments') ? body : undefined;
      refused(await ann.send(method, `/articles/no-${random.word()}${tail}`, sent), 404, 'article');
    });
  }
}

function expectSlug(response: Answer): void {
  const { slug } = response.body.article;
  response.expect(
    typeof slug === 'string' && slugs.test(slug),
    'a slug of a to z, digits, and single hyphens between them',
  );
}
