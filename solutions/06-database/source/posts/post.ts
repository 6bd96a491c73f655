/** A post, as the API returns it. */
export interface Post {
  id: string;
  title: string;
  content: string;
  published: boolean;
  created_at: string;
  updated_at: string;
}

// #region step-3
/** A post, as the table keeps it: SQLite has no booleans, it stores 0 and 1. */
export interface PostRow extends Omit<Post, 'published'> {
  published: boolean | number;
}

export function toPost(row: PostRow): Post {
  return { ...row, published: Boolean(row.published) };
}
// #starter
// // Step 3: the row of the table, and how it becomes a post.
// #endregion
