import type { Controller, Route } from 'trellis';

/** Lists its routes, and holds the handlers that they lead to. */
export class HelloController implements Controller {
  // #region step-2
  readonly #tags = ['cooking', 'gardening', 'travel'];
  // #endregion
  // #region step-3
  #visits = 0;
  // #endregion

  routes(): Route[] {
    return [
      // #region step-1
      { method: 'GET', path: '/hello', handler: this.hello },
      // #starter
      // // Step 1: the route of the greeting.
      // #endregion
      // #region step-2
      { method: 'GET', path: '/tags', handler: this.tags },
      // #starter
      // // Step 2: the route of the tags.
      // #endregion
      // #region step-3
      { method: 'GET', path: '/visits', handler: this.visits },
      { method: 'POST', path: '/visits', handler: this.visit },
      // #starter
      // // Step 3: two routes for the visits.
      // #endregion
      // #region step-4
      { method: 'DELETE', path: '/visits', handler: this.forget },
      // #starter
      // // Step 4: the route that forgets them.
      // #endregion
    ];
  }

  // #region step-1
  hello() {
    return { message: 'Hello, reader!' };
  }
  // #starter
  // // Step 1: the handler that gives the greeting.
  // #endregion

  // #region step-2
  tags() {
    return this.#tags;
  }
  // #starter
  // // Step 2: the handler that gives the tags.
  // #endregion

  // #region step-3
  visits() {
    return { visits: this.#visits };
  }

  visit() {
    this.#visits++;
    return this.visits();
  }
  // #starter
  // // Step 3: a handler that gives the number of visits, and one that counts a visit.
  // #endregion

  // #region step-4
  forget() {
    this.#visits = 0;
  }
  // #starter
  // // Step 4: the handler that starts again at 0, and has nothing to say.
  // #endregion
}
