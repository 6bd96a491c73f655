import { type Context, type Controller, createApp, inject, type Middleware, module, Router } from 'trellis';
import { chain } from '../../../framework/routing/chain.ts';
import { type Growth, grouped, medianCpuOf, microseconds, milliseconds } from './sizes.ts';

const LOOKUPS = 20_000;

/** Routes: how long the application takes to start, and to find one of them. */
export async function routes(sizes: readonly number[]): Promise<Growth> {
  const rows = [];
  for (const size of sizes) {
    const paths = Array.from({ length: size }, (_, index) => `/section-${index}/posts/:id`);
    class Sections implements Controller {
      routes() {
        return paths.map((path) => ({ method: 'GET' as const, path, handler: () => path }));
      }
    }
    const start = medianCpuOf(3, () => createApp(module('Sections', { declarations: [Sections] })));
    const router = new Router();
    for (const path of paths) router.add({ method: 'GET', path, handler: () => path });
    let id = 0;
    const lookup = medianCpuOf(5, () => {
      // Always another path, so that the router's cache doesn't help, in the same ten sections at every size.
      for (let call = 0; call < LOOKUPS; call++) router.resolve('GET', `/section-${call % 10}/posts/${id++}`);
    });
    rows.push([grouped(size), milliseconds(start), microseconds(lookup / LOOKUPS)]);
  }
  return { title: 'Routes', head: ['routes', 'createApp', 'one lookup'], rows };
}

/** Middlewares: what one more costs each request. */
export async function middlewares(sizes: readonly number[]): Promise<Growth> {
  const CALLS = 20_000;
  const rows = [];
  for (const size of sizes) {
    const pass = (): Middleware => ({ handle: (_ctx, next) => next() });
    const handle = chain(Array.from({ length: size }, pass), () => 'ok');
    const ctx = {} as Context;
    const time = medianCpuOf(9, () => {
      for (let call = 0; call < CALLS; call++) handle(ctx);
    });
    rows.push([grouped(size), microseconds(time / CALLS), microseconds(time / CALLS / size)]);
  }
  return { title: 'Middlewares', head: ['middlewares', 'one request', 'per middleware'], rows };
}

/** Modules, each with one provider that injects the provider of the module before it. */
export async function modules(sizes: readonly number[]): Promise<Growth> {
  const rows = [];
  for (const size of sizes) {
    const time = medianCpuOf(3, () => createApp(chainOf(size)));
    rows.push([grouped(size), milliseconds(time), microseconds(time / size)]);
  }
  return { title: 'Modules and providers', head: ['modules', 'createApp', 'per module'], rows };
}

function chainOf(size: number) {
  class First {}
  let before: new () => object = First;
  let last = module('Module0', { declarations: [First], exports: [First] });
  for (let index = 1; index < size; index++) {
    const previous = before;
    class Service {
      @inject(previous) readonly previous!: object;
    }
    last = module(`Module${index}`, { imports: [last], declarations: [Service], exports: [Service] });
    before = Service;
  }
  return last;
}
