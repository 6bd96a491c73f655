import type { OutgoingResponse } from '../http/response.ts';
import { beginningOf } from './bodies.ts';
import { maskHeaders, maskText } from './masks.ts';
import type { TracedAnswer } from './step.ts';

/** What is known of a response when its head is sent. */
export function tracedAnswer(response: OutgoingResponse): TracedAnswer {
  const { body, contentType, headers } = response;
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0;
  const type = String(headers?.['content-type'] ?? contentType);
  const masked = maskHeaders({ ...(body !== undefined && type !== '' ? { 'content-type': type } : {}), ...headers });
  const isShown = typeof body === 'string' && size > 0 && /^(application\/json|text\/plain)/.test(type);
  return {
    headers: masked,
    ...(isStream(response) ? {} : { size }),
    ...(isShown ? { body: type.startsWith('text') ? maskText(body) : beginningOf(body, type) } : {}),
  };
}

export function isStream({ body }: OutgoingResponse): boolean {
  return body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
}
