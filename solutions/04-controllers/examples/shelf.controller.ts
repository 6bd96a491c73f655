import { type Controller, type Route, resource } from 'trellis';

export class ShelfController implements Controller {
  readonly #jars = new Map([
    ['basil', { count: 2 }],
    ['thyme', { count: 5 }],
  ]);

  routes(): Route[] {
    return [...resource('/jars', this)];
  }

  index() {
    return [...this.#jars.keys()];
  }
}
