import { type Controller, createApp, module } from 'trellis';

class Hello implements Controller {
  routes() {
    return [{ method: 'GET' as const, path: '/', handler: () => ({ hello: 'world' }) }];
  }
}

// Idle connections stay open for as long as the measurement takes.
const limits = { keepAliveTimeout: 600_000, connections: 20_000 };
await createApp(module('IdleModule', { declarations: [Hello] }), { limits }).listen(Number(process.env.PORT));
