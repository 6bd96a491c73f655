import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { file, sink, size } from './work.mjs';

const app = Fastify({ bodyLimit: 2 * size });
app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
app.get('/', async () => ({}));
app.get('/download', (_request, reply) => reply.header('content-length', size).send(createReadStream(file)));
app.post('/upload', async (request) => {
  await pipeline(request.body, sink());
  return {};
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
