/** A post, as the API returns it. */
export interface Post {
  id: string;
  title: string;
  content: string;
  published: boolean;
  created_at: string;
  updated_at: string;
}

// Step 3: the type of a row, and a function that turns a row into a post.
