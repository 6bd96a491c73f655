import { request } from 'node:http';

/** Without a `Content-Length`. Returns the status. */
export function sendInChunks(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers });
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    // After the response, the server may close the connection while we are still sending.
    sent.on('error', reject);
    for (let at = 0; at < body.length; at += 10_000) sent.write(body.slice(at, at + 10_000));
    sent.end();
  });
}
