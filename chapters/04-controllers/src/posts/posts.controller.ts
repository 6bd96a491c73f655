import type { Controller, Route } from 'trellis';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  // Step 1: add a field for the posts.

  routes(): Route[] {
    return [
      // Step 1: add the routes of the resource /posts.
      // Step 6: add the group /admin.
    ];
  }

  // Step 1: add index, which returns all posts as an array.

  // Step 3: add show, which returns one post or responds with 404.

  // Step 2: add create, which makes a post from the request body.

  // Step 4: add update, which replaces a post with what the body says.

  // Step 5: add delete, which removes a post and returns nothing.

  // Step 6: add drafts, which returns the posts that are not published.
}
