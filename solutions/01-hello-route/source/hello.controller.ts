import type { Controller, Route } from 'trellis';

/** Lists its routes and contains their handlers. */
export class HelloController implements Controller {
  // #region step-2
  readonly #tags = ['cooking', 'gardening', 'travel'];
  // #starter
  // // Step 2: add a private field with the tags.
  // #endregion
  // #region step-3
  #visits = 0;
  // #starter
  // // Step 3: add a private field with the number of visits.
  // #endregion

  routes(): Route[] {
    return [
      // #region step-1
      { method: 'GET', path: '/hello', handler: this.hello },
      // #starter
      // // Step 1: add the route GET /hello.
      // #endregion
      // #region step-2
      { method: 'GET', path: '/tags', handler: this.tags },
      // #starter
      // // Step 2: add the route GET /tags.
      // #endregion
      // #region step-3
      { method: 'GET', path: '/visits', handler: this.visits },
      { method: 'POST', path: '/visits', handler: this.addVisit },
      // #starter
      // // Step 3: add the routes GET /visits and POST /visits.
      // #endregion
      // #region step-4
      { method: 'DELETE', path: '/visits', handler: this.resetVisits },
      // #starter
      // // Step 4: add the route DELETE /visits.
      // #endregion
    ];
  }

  // #region step-1
  hello() {
    return { message: 'Hello, reader!' };
  }
  // #starter
  // // Step 1: add the handler that returns the greeting.
  // #endregion

  // #region step-2
  tags() {
    return this.#tags;
  }
  // #starter
  // // Step 2: add the handler that returns the tags.
  // #endregion

  // #region step-3
  visits() {
    return { visits: this.#visits };
  }

  addVisit() {
    this.#visits++;
    return this.visits();
  }
  // #starter
  // // Step 3: add one handler that returns the number of visits, and one that adds a visit.
  // #endregion

  // #region step-4
  resetVisits() {
    this.#visits = 0;
  }
  // #starter
  // // Step 4: add the handler that resets the number and returns nothing.
  // #endregion
}
