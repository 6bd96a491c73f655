import type { Controller, Route } from 'trellis';

/** Lists its routes, and holds the handlers that they lead to. */
export class HelloController implements Controller {
  readonly #tags = ['cooking', 'gardening', 'travel'];
  #visits = 0;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/hello', handler: this.hello },
      { method: 'GET', path: '/tags', handler: this.tags },
      { method: 'GET', path: '/visits', handler: this.visits },
      { method: 'POST', path: '/visits', handler: this.visit },
      { method: 'DELETE', path: '/visits', handler: this.forget },
    ];
  }

  hello() {
    return { message: 'Hello, reader!' };
  }

  tags() {
    return this.#tags;
  }

  visits() {
    return { visits: this.#visits };
  }

  visit() {
    this.#visits++;
    return this.visits();
  }

  forget() {
    this.#visits = 0;
  }
}
