import { type Behaviour, random } from '#check';
import { cast, fieldsOf, hasExactly, isTime, join, long, refused } from '../conduit.ts';

/** Section 9: comments. */
export function comments(behaviour: Behaviour): void {
  behaviour('a new comment comes back with 201', ['M1', '04'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug } = await ann.write();
    const body = random.sentence();
    const response = await ben.post(`/articles/${slug}/comments`, { comment: { body } });
    response.status(201);
    hasExactly(response, response.body, ['comment'], 'a body');
    const { comment } = response.body;
    hasExactly(response, comment, fieldsOf.comment, 'a comment');
    hasExactly(response, comment.author, fieldsOf.profile, 'an author');
    response.expect(Number.isInteger(comment.id) && comment.id > 0, '"id" to be a positive integer');
    response.expect(comment.body === body, `"body" to be ${body}`);
    response.expect(comment.author.username === ben.username, `the author ${ben.username}`);
    response.expect(isTime(comment.createdAt) && comment.createdAt === comment.updatedAt, 'two equal times');
  });

  for (const [what, comment] of [
    ['without a body', {}],
    ['with a blank body', { body: ' \n' }],
    ['with a number as its body', { body: 5 }],
    ['that is too long', { body: long(10_001) }],
  ] as const) {
    behaviour(`a comment ${what} is 422`, ['M2', '07'], async (app) => {
      const { ann } = await cast(app);
      const { slug } = await ann.write();
      refused(await ann.post(`/articles/${slug}/comments`, { comment }), 422, 'body');
      const list = await ann.get(`/articles/${slug}/comments`);
      list.status(200).expect(list.body.comments.length === 0, 'no comments');
    });
  }

  behaviour('a comment may have 10,000 characters', ['M2', '07'], async (app) => {
    const { ann } = await cast(app);
    const { slug } = await ann.write();
    (await ann.post(`/articles/${slug}/comments`, { comment: { body: long(10_000) } })).status(201);
  });

  behaviour('an article without comments has an empty list of them', ['M3', '04'], async (app) => {
    const { ann, guest } = await cast(app);
    const { slug } = await ann.write();
    (await guest.get(`/articles/${slug}/comments`)).status(200).json({ comments: [] });
  });

  behaviour('comments are listed, the newest first', ['M3', '06'], async (app) => {
    const { ann, ben, cara, guest } = await cast(app);
    const { slug } = await ann.write();
    const other = await ann.write();
    const ids: number[] = [];
    for (const author of [ben, cara, ben, ann]) ids.unshift((await author.comment(slug)).id);
    await ben.comment(other.slug);
    const response = await guest.get(`/articles/${slug}/comments`);
    const found = response.status(200).body.comments;
    for (const comment of found) hasExactly(response, comment, fieldsOf.comment, 'a comment');
    const shown = found.map(({ id }: { id: number }) => id).join();
    response.expect(shown === ids.join(), `the comments ${ids.join()}, got ${shown}`);
    response.expect(found[1].author.username === ben.username, `the author of the second to be ${ben.username}`);
  });

  behaviour('comments show whom the caller follows', ['M4', '16'], async (app) => {
    const { ann, ben, cara, guest } = await cast(app);
    const { slug } = await ann.write();
    await ben.comment(slug);
    await cara.comment(slug);
    const reader = await join(app);
    (await reader.post(`/profiles/${ben.username}/follow`)).status(200);
    for (const [caller, expected] of [
      [reader, 'false,true'],
      [guest, 'false,false'],
    ] as const) {
      const response = await caller.get(`/articles/${slug}/comments`);
      const found = response
        .status(200)
        .body.comments.map(({ author }: { author: { following: boolean } }) => author.following);
      response.expect(found.join() === expected, `"following" of the authors to be ${expected}`);
    }
  });

  behaviour('a deleted comment is gone', ['M5', '04'], async (app) => {
    const { ann, ben } = await cast(app);
    const { slug } = await ann.write();
    const [kept, deleted] = [await ben.comment(slug), await ben.comment(slug)];
    (await ben.delete(`/articles/${slug}/comments/${deleted.id}`)).status(204).text('');
    const response = await ben.get(`/articles/${slug}/comments`);
    const found = response.status(200).body.comments.map(({ id }: { id: number }) => id);
    response.expect(found.join() === String(kept.id), `only the comment ${kept.id}`);
    refused(await ben.delete(`/articles/${slug}/comments/${deleted.id}`), 404, 'comment');
  });

  behaviour('others cannot delete a comment, not even the author of the article', ['M6', '16'], async (app) => {
    const { ann, ben, cara } = await cast(app);
    const { slug } = await ann.write();
    const { id } = await ben.comment(slug);
    for (const other of [cara, ann]) refused(await other.delete(`/articles/${slug}/comments/${id}`), 403, 'comment');
    const response = await ann.get(`/articles/${slug}/comments`);
    response.status(200).expect(response.body.comments.length === 1, 'the comment to be there still');
  });

  for (const id of ['999999999', '0', '-1', 'abc', '1.5', '99999999999999999999']) {
    behaviour(`the comment ${id} is 404`, ['M7', '02'], async (app) => {
      const { ann } = await cast(app);
      const { slug } = await ann.write();
      refused(await ann.delete(`/articles/${slug}/comments/${id}`), 404, 'comment');
    });
  }

  behaviour(
    'an id that only begins like that of a comment, or is written differently, is 404',
    ['M7', '02'],
    async (app) => {
      const { ann } = await cast(app);
      const { slug } = await ann.write();
      const { id } = await ann.comment(slug);
      for (const other of [`${id}abc`, `${id}.0`, `${id}e0`, `0x${id.toString(16)}`, `+${id}`, ` ${id}`])
        refused(await ann.delete(`/articles/${slug}/comments/${encodeURIComponent(other)}`), 404, 'comment');
      const response = await ann.get(`/articles/${slug}/comments`);
      response.status(200).expect(response.body.comments.length === 1, 'the comment to be there still');
    },
  );

  behaviour('a comment on another article is 404', ['M7', '16'], async (app) => {
    const { ann } = await cast(app);
    const [one, two] = [await ann.write(), await ann.write()];
    const { id } = await ann.comment(one.slug);
    refused(await ann.delete(`/articles/${two.slug}/comments/${id}`), 404, 'comment');
    const response = await ann.get(`/articles/${one.slug}/comments`);
    response.status(200).expect(response.body.comments.length === 1, 'the comment to be there still');
  });
}
