import { readFileSync } from 'node:fs';

/** The dimensions of a picture, so that a page keeps its place free while it loads: a PNG, or an SVG with a width and a height. */
export function imageSize(path: string): { width: string; height: string } | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  if (bytes.toString('latin1', 1, 4) === 'PNG' && bytes.length > 24)
    return { width: String(bytes.readUInt32BE(16)), height: String(bytes.readUInt32BE(20)) };
  const [, width, height] = /<svg\b[^>]*? width="(\d+)" height="(\d+)"/.exec(bytes.toString('utf8', 0, 1000)) ?? [];
  return width === undefined || height === undefined ? undefined : { width, height };
}
