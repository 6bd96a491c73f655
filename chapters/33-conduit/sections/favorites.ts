import type { Behaviour } from '#check';
import { cast, fieldsOf, hasExactly } from '../conduit.ts';

/** Section 8: favorites. */
export function favorites(behaviour: Behaviour): void {
  behaviour('favoriting an article responds with it', ['F1', '16'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug } = await ann.write();
    const response = await ben.post(`/articles/${slug}/favorite`);
    response.status(200);
    hasExactly(response, response.body.article, fieldsOf.article, 'an article');
    const { favorited, favoritesCount } = response.body.article;
    response.expect(favorited === true && favoritesCount === 1, '"favorited" to be true and "favoritesCount" 1');
    const later = await ben.get(`/articles/${slug}`);
    later.status(200).expect(later.body.article.favorited === true, '"favorited" to be true from now on');
    later.expect(later.body.article.favoritesCount === 1, '"favoritesCount" to be 1 from now on');
  });

  behaviour('unfavoriting an article responds with it', ['F2', '16'], async (app) => {
    const { ann, ben, cara } = await cast(app);
    const { slug } = await ann.write();
    for (const reader of [ben, cara]) (await reader.post(`/articles/${slug}/favorite`)).status(200);
    const response = await ben.delete(`/articles/${slug}/favorite`);
    response.status(200);
    hasExactly(response, response.body.article, fieldsOf.article, 'an article');
    const { favorited, favoritesCount } = response.body.article;
    response.expect(favorited === false && favoritesCount === 1, '"favorited" to be false and "favoritesCount" 1');
    const { favorited: others } = await cara.read(slug);
    response.expect(others === true, 'the favorite of another user to be there still');
  });

  behaviour('favoriting twice counts once', ['F3', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug } = await ann.write();
    (await ben.post(`/articles/${slug}/favorite`)).status(200);
    const response = await ben.post(`/articles/${slug}/favorite`);
    const { favorited, favoritesCount } = response.status(200).body.article;
    response.expect(favorited === true && favoritesCount === 1, '"favorited" to be true and "favoritesCount" 1');
  });

  behaviour('unfavoriting what is not a favorite changes nothing', ['F3', '06'], async (app) => {
    const { ann, ben, cara } = await cast(app);
    const { slug } = await ann.write();
    (await cara.post(`/articles/${slug}/favorite`)).status(200);
    for (const _ of [1, 2]) {
      const response = await ben.delete(`/articles/${slug}/favorite`);
      const { favorited, favoritesCount } = response.status(200).body.article;
      response.expect(favorited === false && favoritesCount === 1, '"favorited" to be false and "favoritesCount" 1');
    }
  });

  behaviour('a favorite of one article is not one of another', ['F1', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const [one, two] = [await ann.write(), await ann.write()];
    (await ben.post(`/articles/${one.slug}/favorite`)).status(200);
    const response = await ben.get(`/articles/${two.slug}`);
    const { favorited, favoritesCount } = response.status(200).body.article;
    response.expect(favorited === false && favoritesCount === 0, '"favorited" to be false and "favoritesCount" 0');
  });

  behaviour('all users are counted, the author too', ['F4', '06'], async (app) => {
    const { ann, ben, cara, guest } = await cast(app);
    const { slug } = await ann.write();
    for (const [index, reader] of [ann, ben, cara].entries()) {
      const response = await reader.post(`/articles/${slug}/favorite`);
      response
        .status(200)
        .expect(response.body.article.favoritesCount === index + 1, `"favoritesCount" to be ${index + 1}`);
    }
    const response = await guest.get(`/articles/${slug}`);
    response.status(200).expect(response.body.article.favoritesCount === 3, '"favoritesCount" to be 3');
  });

  behaviour('favoriting is not a change of the article', ['F5', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug, updatedAt } = await ann.write();
    while (Date.now() <= Date.parse(updatedAt)) await ann.get('/tags');
    const response = await ben.post(`/articles/${slug}/favorite`);
    response.status(200).expect(response.body.article.updatedAt === updatedAt, `"updatedAt" to be ${updatedAt}`);
  });
}
