/** A comment, as the API returns it. */
export interface Comment {
  id: string;
  post_id: string;
  content: string;
  author: { id: string; name: string };
  created_at: string;
}

/** A row of the table. */
export interface CommentRow extends Omit<Comment, 'author'> {
  author_id: string;
}
