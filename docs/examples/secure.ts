import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer, type Server } from 'node:https';
import { type App, Log } from 'trellis';

export interface CertificateFiles {
  readonly key: string;
  readonly cert: string;
}

/** Serves HTTPS, and uses a new certificate as soon as its files have changed. */
export async function listenSecurely(app: App, files: CertificateFiles, port = 443, host = '0.0.0.0') {
  const read = () => ({ key: readFileSync(files.key), cert: readFileSync(files.cert) });
  const url = await app.listen(port, host, { createServer: (limits) => createServer({ ...limits, ...read() }) });
  const replace = () => {
    try {
      (app.server as Server).setSecureContext(read());
    } catch (error) {
      // Half written, or without its key: the certificate in use stays, and the next change is another attempt.
      app.get(Log).error('The new certificate cannot be used', { error });
    }
  };
  for (const file of [files.key, files.cert]) {
    watchFile(file, { interval: 1_000, persistent: false }, replace);
    app.stopping.addEventListener('abort', () => unwatchFile(file, replace));
  }
  return url;
}

/** The same with HTTP/2, for clients that speak it. */
export function listenToBoth(app: App, certificate: { key: string; cert: string }, port = 443, host = '0.0.0.0') {
  const options = { allowHTTP1: true, ...certificate };
  return app.listen(port, host, { createServer: (limits) => createSecureServer({ ...limits, ...options }) });
}
