/** A post, as the API returns it. */
export interface Post {
  id: string;
  title: string;
  content: string;
  // Step 6: the id of the author.
  published: boolean;
  created_at: string;
  updated_at: string;
}

/** A row of the table: SQLite has no boolean type and stores 0 and 1. */
export interface PostRow extends Omit<Post, 'published'> {
  published: boolean | number;
}

export function toPost(row: PostRow): Post {
  return { ...row, published: Boolean(row.published) };
}
