import { type IncomingHttpHeaders, request } from 'node:http';
import type { SentRequest } from './check/failure-parts.ts';

/** The header by which we recognize the trace of a request that we have sent. No page shows it. */
export const sentHeader = 'x-trellis-sent';
/** The header of the dashboard's own scrapes: neither the terminal nor X-ray shows them. */
export const scrapeHeader = 'x-trellis-scrape';

/** The rest of a longer response isn't read: it may be a stream that never ends. */
const mostRead = 10_000_000;
/** A password is hashed for seconds on a slow machine. */
const patience = 30_000;

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the body is only the beginning of what the program sent. */
  readonly isCut: boolean;
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
      const { statusCode: status = 0, headers: received } = response;
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length <= mostRead) return;
        resolve({ status, headers: received, body: text.slice(0, mostRead), isCut: true });
        response.destroy();
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status, headers: received, body: text, isCut: false }));
    });
    sent.once('timeout', () => sent.destroy(new Error(`no response within ${patience / 1000} seconds`)));
    sent.once('error', reject).end(body);
  });
}
