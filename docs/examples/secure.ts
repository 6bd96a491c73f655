import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type App, Log } from 'trellis';

export interface CertificateFiles {
  readonly key: string;
  readonly cert: string;
}

/** Serves HTTPS, and uses a new certificate as soon as its file has changed. */
export async function listenSecurely(app: App, files: CertificateFiles, port = 443, host = '0.0.0.0') {
  const read = () => ({ key: readFileSync(files.key), cert: readFileSync(files.cert) });
  const url = await app.listen(port, host, { createServer: (limits) => createServer({ ...limits, ...read() }) });
  const server = app.server as Server;
  watchFile(files.cert, { interval: 1_000, persistent: false }, () => {
    try {
      server.setSecureContext(read());
    } catch (error) {
      // Half written, or without its key: the certificate in use stays, and the next change is another attempt.
      app.get(Log).error('The new certificate cannot be used', { error });
    }
  });
  app.stopping.addEventListener('abort', () => unwatchFile(files.cert));
  return url;
}
