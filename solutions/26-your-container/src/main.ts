import { Container } from './framework/container.ts';
import { Dispatcher } from './framework/dispatcher.ts';
import { Router } from './framework/router.ts';
import { defaultLimits, HttpServer } from './framework/server.ts';
import { ShopController } from './shop/shop.controller.ts';
import { ShopModule } from './shop/shop.module.ts';

const container = new Container(ShopModule);
console.log(`Built: ${[...container.built()].map(({ instance }) => instance.constructor.name).join(', ')}`);

const router = new Router();
for (const route of container.get(ShopController).routes()) router.add(route);

const log = { error: (message: string, fields: object) => console.error(message, fields) };
const dispatcher = new Dispatcher({ router, limits: defaultLimits, log });
const server = new HttpServer(defaultLimits, (incoming, outgoing) => dispatcher.dispatch(incoming, outgoing));

await container.start();
await server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

async function stop(): Promise<void> {
  await server.stop();
  await container.stop();
}
