import { type Behaviour, random } from '#check';
import { cast, isSame, join, long, refused } from '../conduit.ts';
import { notTags } from './articles.ts';

/** The rest of section 6: changing and deleting articles, and how others see them. */
export function articleChanges(behaviour: Behaviour): void {
  for (const [field, value] of [
    ['description', random.sentence()],
    ['body', random.sentence()],
    ['tagList', [random.word()]],
  ] as const) {
    behaviour(`${field} can be changed alone`, ['A8', '12'], async (app) => {
      const { ann } = await cast(app);
      const before = await ann.write();
      const response = await ann.put(`/articles/${before.slug}`, { article: { [field]: value } });
      response.status(200);
      const { updatedAt: _, ...expected } = { ...before, [field]: value };
      const { updatedAt: __, ...found } = response.body.article;
      response.expect(isSame(found, expected), `the article with another ${field}, and all else as it was`);
      const { updatedAt: ___, ...later } = await ann.read(before.slug);
      response.expect(isSame(later, expected), `the same article from now on`);
    });
  }

  behaviour('tags can be removed', ['A8', '12'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    const response = await ann.put(`/articles/${slug}`, { article: { tagList: [] } });
    response.status(200).expect(isSame(response.body.article.tagList, []), '"tagList" to be []');
  });

  behaviour('an invalid change is 422, and nothing changes', ['A8', '07'], async (app) => {
    const { ann } = await cast(app);
    const before = await ann.write();
    const texts = ['title', 'description', 'body'].flatMap((field) =>
      ['', ' \n ', null, 5, ['a'], {}].map((value) => [field, value] as const),
    );
    for (const [field, value] of [
      ...texts,
      ...([
        ['title', long(201)],
        ['description', long(501)],
        ['body', long(100_001)],
      ] as const),
      ...notTags.map(([, tagList]) => ['tagList', tagList] as const),
    ]) {
      const article = { title: 'half', description: 'half', body: 'half', [field]: value };
      refused(await ann.put(`/articles/${before.slug}`, { article }), 422, field);
    }
    const several = { title: '', description: null, tagList: 'soup' };
    refused(await ann.put(`/articles/${before.slug}`, { article: several }), 422, ...Object.keys(several));
    const response = await ann.get(`/articles/${before.slug}`);
    response.status(200).expect(isSame(response.body.article, before), 'the article as it was');
  });

  behaviour('a new title makes a new slug', ['A9', '12'], async (app) => {
    const { ann } = await cast(app);
    const before = await ann.write();
    const { id } = await ann.comment(before.slug);
    const title = `Stew for ${random.word()}`;
    const response = await ann.put(`/articles/${before.slug}`, { article: { title } });
    const { slug } = response.status(200).body.article;
    const wanted = title.toLowerCase().replaceAll(' ', '-');
    response.expect(slug.startsWith(wanted), `a slug that begins with ${wanted}`);
    refused(await ann.get(`/articles/${before.slug}`), 404, 'article');
    const comments = await ann.get(`/articles/${slug}/comments`);
    comments.status(200).expect(comments.body.comments[0]?.id === id, 'the comment of the article under its new slug');
  });

  behaviour('the same title keeps the slug', ['A9', '12'], async (app) => {
    const { ann } = await cast(app);
    const { slug, title } = await ann.write();
    const response = await ann.put(`/articles/${slug}`, { article: { title, body: 'other' } });
    response.status(200).expect(response.body.article.slug === slug, `the slug ${slug}`);
  });

  behaviour('a new title that is taken gets a slug of its own', ['A9', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const [first, second] = [await ann.write(), await ben.write()];
    const response = await ben.put(`/articles/${second.slug}`, { article: { title: first.title } });
    response
      .status(200)
      .expect(response.body.article.slug !== first.slug, 'another slug than that of the first article');
    const { author } = await ann.read(first.slug);
    response.expect(author.username === ann.username, 'the first article under its slug');
  });

  behaviour('a change moves updatedAt, and leaves createdAt', ['A10', '06'], async (app) => {
    const ann = await join(app);
    const before = await ann.write();
    let last = before.updatedAt;
    for (const change of [{ body: 'other' }, { description: 'other' }, { tagList: ['other'] }, { title: 'Other' }]) {
      const { slug } = (await ann.get(`/articles?author=${ann.username}&limit=1`)).status(200).body.articles[0];
      // The clock has to show another millisecond.
      while (Date.now() <= Date.parse(last)) await ann.get('/tags');
      const response = await ann.put(`/articles/${slug}`, { article: change });
      const { createdAt, updatedAt } = response.status(200).body.article;
      response.expect(createdAt === before.createdAt, `"createdAt" to be ${before.createdAt}`);
      response.expect(updatedAt > last, `"updatedAt" to be later than ${last}`);
      last = updatedAt;
    }
  });

  behaviour('a deleted article is gone', ['A11', '04'], async (app) => {
    const author = await join(app);
    const tag = random.word();
    const { slug } = await author.write({ tagList: [tag] });
    await author.comment(slug);
    (await author.post(`/articles/${slug}/favorite`)).status(200);
    (await author.delete(`/articles/${slug}`)).status(204).text('');
    refused(await author.get(`/articles/${slug}`), 404, 'article');
    refused(await author.get(`/articles/${slug}/comments`), 404, 'article');
    refused(await author.delete(`/articles/${slug}`), 404, 'article');
    for (const query of [`author=${author.username}`, `favorited=${author.username}`, `tag=${tag}`]) {
      const list = await author.get(`/articles?${query}`);
      list.status(200).expect(list.body.articlesCount === 0, 'an empty list');
    }
  });

  behaviour('others cannot change an article', ['A12', '16'], async (app) => {
    const { ann, ben } = await cast(app);
    const before = await ann.write();
    refused(
      await ben.put(`/articles/${before.slug}`, { article: { title: 'mine now', body: 'mine' } }),
      403,
      'article',
    );
    const response = await ann.get(`/articles/${before.slug}`);
    response.status(200).expect(isSame(response.body.article, before), 'the article as it was');
  });

  behaviour('others cannot delete an article', ['A12', '16'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug } = await ann.write();
    refused(await ben.delete(`/articles/${slug}`), 403, 'article');
    (await ann.get(`/articles/${slug}`)).status(200);
  });

  behaviour('an article shows what the caller follows and favorites', ['A13', '16'], async (app) => {
    const { ann, cara, guest } = await cast(app);
    const reader = await join(app);
    const { slug } = await ann.write();
    (await reader.post(`/profiles/${ann.username}/follow`)).status(200);
    const favorited = await reader.post(`/articles/${slug}/favorite`);
    favorited.status(200).expect(favorited.body.article.author.following === true, 'the author to be followed');
    for (const [caller, expected] of [
      [reader, true],
      [cara, false],
      [guest, false],
    ] as const) {
      const response = await caller.get(`/articles/${slug}`);
      const { favorited, author } = response.status(200).body.article;
      response.expect(favorited === expected, `"favorited" to be ${expected} for this caller`);
      response.expect(author.following === expected, `"following" to be ${expected} for this caller`);
    }
  });

  behaviour('a change of a favorited article still shows it as one', ['A13', '16'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    (await ann.post(`/articles/${slug}/favorite`)).status(200);
    const response = await ann.put(`/articles/${slug}`, { article: { body: 'other' } });
    const { favorited, favoritesCount } = response.status(200).body.article;
    response.expect(favorited === true && favoritesCount === 1, '"favorited" to be true and "favoritesCount" 1');
  });
}
