import * as z from 'zod';
import { text, wrapped } from '../http/body.ts';

const title = text(200);
const description = text(500);
const body = text(100_000);
const tagList = z
  .array(text(50), { error: 'must be an array of strings' })
  .max(20, 'must have at most 20 tags')
  .transform((tags) => [...new Set(tags)]);

/** The body of POST /api/articles. */
export const NewArticle = wrapped('article', { title, description, body, tagList: tagList.default([]) });
export type NewArticle = z.infer<typeof NewArticle>['article'];

/** The body of PUT /api/articles/:slug. A field that is missing stays as it is. */
export const ArticleChanges = wrapped('article', {
  title: title.optional(),
  description: description.optional(),
  body: body.optional(),
  tagList: tagList.optional(),
});
export type ArticleChanges = z.infer<typeof ArticleChanges>['article'];

/** Digits only: `Number` would also accept a blank, `1e1` and `0x10`. */
function integer(least: number, most: number) {
  return z
    .string({ error: 'must appear once' })
    .regex(/^\d+$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));
}

/** Which part of a list. */
const paging = {
  limit: integer(1, 100).default(20),
  offset: integer(0, Number.MAX_SAFE_INTEGER).default(0),
};

/** The query of GET /api/articles/feed. */
export const FeedQuery = z.object(paging);
export type FeedQuery = z.infer<typeof FeedQuery>;

const once = z.string({ error: 'must appear once' }).optional();

/** The query of GET /api/articles. */
export const ListQuery = z.object({ ...paging, tag: once, author: once, favorited: once });
export type ListQuery = z.infer<typeof ListQuery>;
