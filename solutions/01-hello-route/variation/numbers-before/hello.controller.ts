import type { Controller, Route } from 'trellis';

/** Lists its routes and contains their handlers. */
export class HelloController implements Controller {
  readonly #tags = ['cooking', 'gardening', 'travel'];
  #visits = 0;
  /** The number before each change, the last one at the end. */
  readonly #before: number[] = [];

  routes(): Route[] {
    return [
      { method: 'GET', path: '/hello', handler: this.hello },
      { method: 'GET', path: '/tags', handler: this.tags },
      { method: 'GET', path: '/visits', handler: this.visits },
      { method: 'POST', path: '/visits', handler: this.addVisit },
      { method: 'DELETE', path: '/visits', handler: this.resetVisits },
      { method: 'POST', path: '/undo', handler: this.undo },
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

  addVisit() {
    this.#before.push(this.#visits);
    this.#visits++;
    return this.visits();
  }

  resetVisits() {
    this.#before.push(this.#visits);
    this.#visits = 0;
  }

  undo() {
    this.#visits = this.#before.pop() ?? 0;
    return this.visits();
  }
}
