import { createHash } from 'node:crypto';

/** Another request gets a conflict, and a repeated one its first response. */
export class OtherRequest extends Error {}

/** Equal for equal requests only: JSON keeps the title and the content apart. */
export function digestOf(request: { title: string; content: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([request.title, request.content]))
    .digest('base64url');
}
