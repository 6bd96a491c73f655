import type { TestContext } from 'node:test';
import { createApp, module } from 'trellis';

/** The learner's own, which has more than we know. */
// biome-ignore lint/suspicious/noExplicitAny: the same.
export type Any = any;

/** Starts an application with these routes on a free port, until the test ends. */
export async function started(t: TestContext, routes: object[], options: object = {}, prepare = (_app: Any) => {}) {
  class Routes {
    routes() {
      return routes as never;
    }
  }
  const app = createApp(module('Test', { declarations: [Routes] }), options);
  prepare(app);
  const url = await app.listen(0);
  t.after(() => app.stop());
  return url;
}
