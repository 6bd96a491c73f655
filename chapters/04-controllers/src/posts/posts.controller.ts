import type { Controller, Route } from 'trellis';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  routes(): Route[] {
    return [
      // Step 1: the routes of the resource.
      // Step 6: the group for whoever runs the blog.
    ];
  }

  // Step 1: index, every post as a list.

  // Step 3: show, one post, or 404.

  // Step 2: create, a new post from the body.

  // Step 4: update, the post as the body says it is.

  // Step 5: delete, and nothing to say.

  // Step 6: drafts, the posts that are not published.
}
