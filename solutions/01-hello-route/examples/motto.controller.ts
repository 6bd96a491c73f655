import type { Controller, Route } from 'trellis';

export class MottoController implements Controller {
  routes(): Route[] {
    return [{ method: 'GET', path: '/motto', handler: this.motto }];
  }

  motto() {
    return { motto: 'Write every day' };
  }
}
