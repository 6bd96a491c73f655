import { type Controller, type Route, staticFiles } from 'trellis';

/** Serves the pictures of the shop. */
export class PicturesController implements Controller {
  routes(): Route[] {
    return [{ method: 'GET', path: '/pictures/*', handler: staticFiles(new URL('./pictures/', import.meta.url)) }];
  }
}
