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
      {
        path: '/museum',
        children: [
          {
            path: '/ground-floor',
            children: [{ method: 'GET', path: '/vases', handler: this.vases }],
          },
          {
            path: '/first-floor',
            children: [{ method: 'GET', path: '/vases', handler: this.famousVases }],
          },
        ],
      },
    ];
  }

  garden() {
    return ['roses'];
  }

  vases() {
    return ['blue', 'green'];
  }

  famousVases() {
    return { vases: ['red'], guarded: true };
  }
}
