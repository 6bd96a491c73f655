import type { Controller, Route } from 'trellis';

export class MottoController implements Controller {
  readonly #authors = ['the cook', 'the gardener', 'the traveller'];
  #likes = 0;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/motto', handler: this.motto },
      { method: 'GET', path: '/authors', handler: this.authors },
      { method: 'GET', path: '/likes', handler: this.likes },
      { method: 'POST', path: '/likes', handler: this.like },
      { method: 'PUT', path: '/lamp', handler: this.switchOn },
    ];
  }

  motto() {
    return { motto: 'Write every day' };
  }

  authors() {
    return this.#authors;
  }

  likes() {
    return { likes: this.#likes };
  }

  like() {
    this.#likes++;
    return this.likes();
  }

  switchOn() {
    console.log('The lamp is on.');
  }
}
