// By its file, because its name is that of the module that this file stands in for.

import type * as node from 'node:buffer';
import * as buffer from 'buffer/index.js';

const own = buffer as unknown as typeof node;

export const Buffer = own.Buffer;
export const kMaxLength = 2 ** 31 - 1;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: 2 ** 29 - 24 };
export const { Blob, File, atob, btoa } = globalThis;

const { toString: textOf } = Buffer.prototype;
const { from, byteLength, isEncoding } = Buffer;

/* The package knows every encoding but one. */
Buffer.prototype.toString = function (encoding?: BufferEncoding, start?: number, end?: number): string {
  if (encoding !== 'base64url') return textOf.call(this, encoding, start, end);
  return textOf.call(this, 'base64', start, end).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
Buffer.isEncoding = ((name: string) => name?.toLowerCase?.() === 'base64url' || isEncoding(name)) as typeof isEncoding;
Buffer.from = ((value: never, encoding: never, length: never) =>
  (from as (...args: unknown[]) => Buffer).call(
    Buffer,
    value,
    encoding === 'base64url' ? 'base64' : encoding,
    length,
  )) as unknown as typeof from;
Buffer.byteLength = ((value: never, encoding: BufferEncoding) =>
  byteLength.call(Buffer, value, encoding === 'base64url' ? 'base64' : encoding)) as typeof byteLength;

export function isUtf8(bytes: Uint8Array | ArrayBuffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128);
}

export default { ...own, Buffer, kMaxLength, constants, isUtf8, isAscii };
