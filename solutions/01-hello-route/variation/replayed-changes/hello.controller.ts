import type { Controller, Route } from 'trellis';

/** Lists its routes and contains their handlers. */
export class HelloController implements Controller {
  readonly #tags = ['cooking', 'gardening', 'travel'];
  /** What has happened, in order. The number follows from it. */
  #changes: ('visit' | 'reset')[] = [];

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
    const reset = this.#changes.lastIndexOf('reset');
    return { visits: this.#changes.length - (reset + 1) };
  }

  addVisit() {
    this.#changes.push('visit');
    return this.visits();
  }

  resetVisits() {
    this.#changes.push('reset');
  }

  undo() {
    this.#changes = this.#changes.slice(0, -1);
    return this.visits();
  }
}
