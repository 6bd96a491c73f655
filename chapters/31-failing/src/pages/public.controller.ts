import { type Controller, type Route, staticFiles } from 'trellis';

/** Serves the style and the icon. */
export class PublicController implements Controller {
  routes(): Route[] {
    return [{ method: 'GET', path: '/public/*', handler: staticFiles(new URL('./public/', import.meta.url)) }];
  }
}
