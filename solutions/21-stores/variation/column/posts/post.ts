import type { User } from '../users/user.ts';

/** A post, as the API returns it. */
export interface Post {
  id: string;
  title: string;
  content: string;
  author_id: string;
  /** Only loaded by `list` and `find`. */
  author?: User;
  published: boolean;
  created_at: string;
  updated_at: string;
}

/** A row of the table: SQLite has no boolean type and stores 0 and 1. */
export interface PostRow extends Omit<Post, 'author' | 'published'> {
  published: boolean | number;
  request_key?: string | null;
  request_digest?: string | null;
}

/** A row of the join of posts and users. */
export interface PostWithAuthorRow extends PostRow {
  author_email: string;
  author_name: string;
  author_role: string;
  author_created_at: string;
}

/** Without the columns that are nobody's business. */
export function toPost({ request_key, request_digest, ...row }: PostRow): Post {
  return { ...row, published: Boolean(row.published) };
}

export function toPostWithAuthor(row: PostWithAuthorRow): Post {
  const { author_email: email, author_name: name, author_role: role, author_created_at: created_at, ...post } = row;
  return { ...toPost(post), author: { id: post.author_id, email, name, role, created_at } };
}
