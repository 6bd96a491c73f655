import * as z from 'zod';

export interface Tag {
  name: string;
  tags: Tag[];
}

const mostTags = 50;

/** The body of PUT /posts/:id/tags. */
export const TagTree = levels(3).refine((tags) => count(tags) <= mostTags, 'too many tags');

/** A schema for exactly so many levels: it never looks deeper than that. */
function levels(left: number): z.ZodType<Tag[]> {
  const below: z.ZodType<Tag[]> = left === 1 ? z.array(z.never()) : levels(left - 1);
  const name = z.string().refine((text) => text !== '' && [...text].length <= 40, '1 to 40 characters');
  return z
    .array(z.object({ name, tags: below.default([]) }))
    .refine((tags) => new Set(tags.map((tag) => tag.name)).size === tags.length, 'names must be unique');
}

function count(tags: readonly Tag[]): number {
  return tags.reduce((sum, tag) => sum + 1 + count(tag.tags), 0);
}
