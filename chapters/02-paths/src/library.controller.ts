import type { Controller, Route } from 'trellis';

/** Finds its way through the blog by the address alone: every answer shows what the path and the query said. */
export class LibraryController implements Controller {
  routes(): Route[] {
    return [
      // Step 1: one route for every tag.
      // Step 2: one route for every post of every reader.
      // Step 3: the route of the search.
      // Step 4: one route for every file in every folder.
      // Step 5: two more routes that could answer for the same paths as the one of step 1.
    ];
  }

  // Step 1: the handler that gives the tag of the path.

  // Step 2: the handler that gives both.

  // Step 3: the handler that gives what is searched for, and the page as a number.

  // Step 4: the handler that gives the rest of the path.

  // Step 5: their two handlers.
}
