import { noHandlers } from '../hints/routes.ts';
import { bound, type Handler, type Method, type Route } from './route.ts';

/** The five handlers of the resource convention. A controller defines the ones it needs. */
export interface ResourceController {
  index?: Handler;
  show?: Handler;
  create?: Handler;
  update?: Handler;
  delete?: Handler;
}

const convention: [keyof ResourceController, Method, string][] = [
  ['index', 'GET', ''],
  ['show', 'GET', '/:id'],
  ['create', 'POST', ''],
  ['update', 'PUT', '/:id'],
  ['delete', 'DELETE', '/:id'],
];

/** `resource('/posts', this)`: the routes of a collection, one for each of the five handlers that the controller defines. */
export function resource(path: string, controller: ResourceController): Route[] {
  const routes = convention.flatMap(([name, method, rest]) => {
    const handler = controller[name];
    if (typeof handler !== 'function') return [];
    // Bound here, because the routes may be listed by another controller.
    return [{ method, path: path.replace(/\/$/, '') + rest, handler: bound(handler, controller) }];
  });
  if (routes.length === 0)
    throw noHandlers(
      path,
      convention.map(([name]) => name),
    );
  return routes;
}
