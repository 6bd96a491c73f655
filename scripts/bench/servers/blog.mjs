/** What all servers share: the data they answer with, the check of a new post, and routes that only fill the table. */
import { z } from 'zod';

export const port = Number(process.env.PORT);

export const CreatePost = z.object({ title: z.string().min(1), content: z.string().min(1) });

export const STATIC_PATHS = ['/health', '/posts', '/my-posts', '/auth/me', '/users', '/about', '/tags', '/search'];

export function post(id) {
  return {
    id,
    title: 'A title',
    content: 'Some content that is a little longer than a title',
    author_id: 'u-1',
    published: true,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  };
}
