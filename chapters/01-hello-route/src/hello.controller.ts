import type { Controller, Route } from 'trellis';

/** Lists its routes and contains their handlers. */
export class HelloController implements Controller {
  // Step 2: add a private field with the tags.
  // Step 3: add a private field with the number of visits.

  routes(): Route[] {
    return [
      // Step 1: add the route GET /hello.
      // Step 2: add the route GET /tags.
      // Step 3: add the routes GET /visits and POST /visits.
      // Step 4: add the route DELETE /visits.
    ];
  }

  // Step 1: add the handler that returns the greeting.

  // Step 2: add the handler that returns the tags.

  // Step 3: add one handler that returns the number of visits, and one that adds a visit.

  // Step 4: add the handler that resets the number and returns nothing.
}
