import type { Controller, Route } from 'trellis';

/** Lists its routes, and holds the handlers that they lead to. */
export class HelloController implements Controller {
  routes(): Route[] {
    return [
      // Step 1: the route of the greeting.
      // Step 2: the route of the tags.
      // Step 3: two routes for the visits.
      // Step 4: the route that forgets them.
    ];
  }

  // Step 1: the handler that gives the greeting.

  // Step 2: the handler that gives the tags.

  // Step 3: a handler that gives the number of visits, and one that counts a visit.

  // Step 4: the handler that starts again at 0, and has nothing to say.
}
