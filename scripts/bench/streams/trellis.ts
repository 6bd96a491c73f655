import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { bodyLimit, type Context, type Controller, createApp, module, type Route } from 'trellis';
import { file, sink, size } from './work.mjs';

class Streams implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/', handler: () => ({}) },
      { method: 'GET', path: '/download', handler: this.download },
      { method: 'POST', path: '/upload', middlewares: [bodyLimit(2 * size)], handler: this.upload },
    ];
  }

  download(ctx: Context) {
    ctx.response.setHeader('content-length', size);
    return ctx.stream(createReadStream(file));
  }

  async upload(ctx: Context) {
    await pipeline(ctx.request.stream(), sink());
    return {};
  }
}

await createApp(module('StreamsModule', { declarations: [Streams] })).listen(Number(process.env.PORT));
