// #region step-1
import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';

await createApp(AppModule, appOptions).listen();
// #starter
// import { createServer } from 'node:http';
//
// // A program that listens, and nothing more. Replace it with whatever you like: see the README.
// const server = createServer((_request, response) => response.writeHead(404).end());
// server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');
// #endregion
