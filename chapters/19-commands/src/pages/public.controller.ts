import { type Controller, type Route, staticFiles } from 'trellis';

/** The files that go out as they are. */
export class PublicController implements Controller {
  routes(): Route[] {
    return [{ method: 'GET', path: '/public/*', handler: staticFiles(new URL('./public/', import.meta.url)) }];
  }
}
