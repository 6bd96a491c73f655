import type { ServerResponse } from 'node:http';

/** The response while it is being put together. What it consists of is up to you. */
export class OutgoingResponse {
  /** Sets a header. Throws if it contains a line break or another character that could forge a header. */
  setHeader(_name: string, _value: string | number | string[]): this {
    return this;
  }
}

/** Writes the response. */
export function send(outgoing: ServerResponse, _response: OutgoingResponse): void {
  outgoing.writeHead(501).end();
}
