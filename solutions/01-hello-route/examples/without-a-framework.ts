import { createServer } from 'node:http';

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/motto') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ motto: 'Write every day' }));
  } else {
    response.statusCode = 404;
    response.end();
  }
});

server.listen(3000);
