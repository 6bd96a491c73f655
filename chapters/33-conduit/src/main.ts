import { createServer } from 'node:http';

// A program that listens, and nothing more. Replace it with whatever you like: see the README.
const server = createServer((_request, response) => response.writeHead(404).end());
server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');
