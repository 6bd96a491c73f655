import type { Controller, Route } from 'trellis';
import { openFrom, Watch } from './open-from.ts';

/** A museum, over HTTP. */
export class MuseumController implements Controller {
  routes(): Route[] {
    return [
      {
        path: '/garden',
        middlewares: [Watch, openFrom(7)],
        children: [{ method: 'GET', path: '', handler: this.garden }],
      },
    ];
  }

  garden() {
    return ['roses'];
  }
}
