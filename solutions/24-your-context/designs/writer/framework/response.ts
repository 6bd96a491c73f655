import { type OutgoingHttpHeaders, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { type Content, nothing, Whole } from './content.ts';
import { Writer } from './writer.ts';

type HeaderValue = string | number | string[];

export class OutgoingResponse {
  status: number | undefined;
  readonly headers: OutgoingHttpHeaders = {};
  #content: Content = nothing;

  get content(): Content {
    return this.#content;
  }

  set content(content: Content) {
    this.#content.discard();
    this.#content = content;
  }

  setHeader(name: string, value: HeaderValue): this {
    validateHeaderName(name);
    for (const each of [value].flat()) validateHeaderValue(name, `${each}`);
    this.headers[name.toLowerCase()] = value;
    return this;
  }

  addCookie(cookie: string): void {
    const others = this.headers['set-cookie'] ?? [];
    this.setHeader('set-cookie', [...[others].flat().map(String), cookie]);
  }
}

export function send(outgoing: ServerResponse, response: OutgoingResponse): void {
  const writer = new Writer(outgoing);
  if (writer.isOver) response.content.discard();
  else write(writer, response);
}

function write(writer: Writer, response: OutgoingResponse): void {
  const { content, headers, status = content.status } = response;
  if (status === 204 || status === 304) {
    content.discard();
    writer.head(status, headers);
    writer.end();
    return;
  }
  const all: OutgoingHttpHeaders = { ...content.headers, ...headers };
  if (status === 413 && writer.isUnread && content instanceof Whole) {
    writer.head(status, { ...all, connection: 'close' });
    content.writeAfterRequest(writer);
    return;
  }
  writer.head(status, all);
  content.writeTo(writer);
}
