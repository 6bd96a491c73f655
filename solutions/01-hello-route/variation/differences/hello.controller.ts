import type { Controller, Route } from 'trellis';

/** Lists its routes and contains their handlers. */
export class HelloController implements Controller {
  readonly #tags = ['cooking', 'gardening', 'travel'];
  #visits = 0;
  /** How much each change has added; a reset adds a negative number. */
  readonly #added: number[] = [];

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
    this.#change(1);
    return this.visits();
  }

  resetVisits() {
    this.#change(-this.#visits);
  }

  undo() {
    this.#visits -= this.#added.pop() ?? 0;
    return this.visits();
  }

  #change(by: number) {
    this.#added.push(by);
    this.#visits += by;
  }
}
