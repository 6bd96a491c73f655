import type { Post } from './post.ts';

export interface Comment {
  id: string;
  name: string;
  text: string;
  created_at: string;
}

/** What the blog stores about one post. */
export interface Entry {
  readonly post: Post;
  /** In the order in which they came. */
  readonly comments: Map<string, Comment>;
}
