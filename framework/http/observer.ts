import type { OutgoingResponse } from './response.ts';

/**
 * Watches one request. Nothing waits for its methods, and they must not throw.
 * Tracing (`trace/`) is the only implementation.
 */
export interface Observer {
  /** `ctx.set(key, value)` was called. */
  set(key: string, value: unknown): void;
  /** `ctx.bind(shape)`, `bindQuery` or `bindParams` was called and returned this promise. */
  bind(shape: object, bound: Promise<unknown>): void;
  /** The platform is about to serialize what the handler returned. */
  serialize(value: unknown): void;
  /** A middleware, the handler, the serializer or a stream failed, or the target is malformed. */
  fail(error: unknown): void;
  /** The response, or the head of a stream, was handed to Node. The status is 0 if the client had already gone, or nothing could be sent. */
  finish(status: number, response: OutgoingResponse): void;
}
