import { type IncomingHttpHeaders, request } from 'node:http';
import type { SentRequest } from './check/failure.ts';

/** The header by which we recognize the trace of a request that we have sent. No page shows it. */
export const sentHeader = 'x-trellis-sent';

/** Longer responses are cut off. */
const mostRead = 1_000_000;
/** A password is hashed for seconds on a slow machine. */
const patience = 30_000;

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends one request to a port of this machine, on a connection of its own. Not with `fetch`, which follows redirects, adds
 * headers of its own and refuses a few that a learner may want to try.
 */
export function sendRequest(port: number, { method, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port, method, path, agent: false, headers: { ...headers, ...length } };
    const sent = request({ ...options, timeout: patience }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        if (text.length < mostRead) text += part;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.once('timeout', () => sent.destroy(new Error(`no response within ${patience / 1000} seconds`)));
    sent.once('error', reject).end(body);
  });
}
