import type { Controller, Route } from 'trellis';

/** Returns what it finds in the URL, so that you can see what the router extracts. */
export class LibraryController implements Controller {
  routes(): Route[] {
    return [
      // Step 1: add a route for every tag.
      // Step 2: add a route for every post of every reader.
      // Step 3: add the route for searching.
      // Step 4: add a route for every file in every folder.
      // Step 5: add two more routes below /tags.
    ];
  }

  // Step 1: add the handler that returns the tag from the path.

  // Step 2: add the handler that returns the reader and the post.

  // Step 3: add the handler that returns the search words and the page number.

  // Step 4: add the handler that returns the rest of the path.

  // Step 5: add their two handlers.
}
