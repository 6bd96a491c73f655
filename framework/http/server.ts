import type { Server } from 'node:http';
import { explainListen, urlOf } from '../hints/port.ts';

/** Opens the port. Resolves to the address, with the number that Node chooses if the given one is 0. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, port, host)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      // From now on, an error means one connection that couldn't be accepted. The others go on.
      server.on('error', (error) => process.emitWarning(error));
      resolve(urlOf(server, host));
    });
  });
}
