import type { Post } from '../posts/post.ts';

/** A published post in version 2 of the API, which doesn't contain the author's email. */
export interface PostV2 {
  id: string;
  title: string;
  content: string;
  author: { id: string; name: string };
  created_at: string;
  updated_at: string;
}

export function toPostV2({ id, title, content, author_id, author, created_at, updated_at }: Post): PostV2 {
  return { id, title, content, author: { id: author_id, name: author?.name ?? '' }, created_at, updated_at };
}
