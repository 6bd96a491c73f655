import type { Controller, Route } from 'trellis';

export class LampController implements Controller {
  readonly #modes = ['steady', 'blinking', 'fading'];
  #isOn = false;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/lamp/modes', handler: this.modes },
      { method: 'GET', path: '/lamp', handler: this.state },
      { method: 'POST', path: '/lamp', handler: this.toggle },
      { method: 'POST', path: '/lamp/test', handler: this.test },
    ];
  }

  modes() {
    return this.#modes;
  }

  state() {
    return { on: this.#isOn };
  }

  toggle() {
    this.#isOn = !this.#isOn;
    return { on: this.#isOn };
  }

  test() {
    console.log('The lamp blinks once.');
  }
}
