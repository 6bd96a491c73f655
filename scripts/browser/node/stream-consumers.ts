import { Buffer } from './buffer.ts';

type Source = AsyncIterable<Uint8Array | string>;

export async function buffer(source: Source): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

export async function text(source: Source): Promise<string> {
  return new TextDecoder().decode(await buffer(source));
}

export async function json(source: Source): Promise<unknown> {
  return JSON.parse(await text(source));
}

export async function arrayBuffer(source: Source): Promise<ArrayBuffer> {
  const bytes = await buffer(source);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

export async function blob(source: Source): Promise<Blob> {
  return new Blob([await arrayBuffer(source)]);
}

export default { buffer, text, json, arrayBuffer, blob };
