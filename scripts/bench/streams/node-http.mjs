/** The measure: bare node:http, which neither limits a body nor watches how a response is read. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { file, sink, size } from './work.mjs';

createServer((req, res) => {
  if (req.url === '/upload') return pipeline(req, sink(), () => res.end('{}'));
  if (req.url !== '/download') return res.end('{}');
  res.writeHead(200, { 'content-length': size });
  pipeline(createReadStream(file), res, () => {});
}).listen(Number(process.env.PORT), '127.0.0.1');
