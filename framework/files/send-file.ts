import type { Readable } from 'node:stream';
import { type Conditional, decide, type Version } from './conditions.ts';
import { contentTypeOf } from './content-type.ts';
import { FilePart } from './file-part.ts';
import { type OpenFile, openFile } from './open-file.ts';

export interface SendFileOptions {
  /** Chosen by the extension of the path by default. */
  contentType?: string;
  /** How long the file may be used without asking again. By default `no-cache`: it is kept, but a client asks each time. */
  cacheControl?: string;
  /** Identifies the content, in quotes: `"5f3a"`. By default it is made of the file's size and time. */
  etag?: string;
}

/** The part of the context that a file needs. */
interface FileContext {
  readonly request: Conditional;
  readonly response: {
    getHeader(name: string): string | number | string[] | undefined;
    setHeader(name: string, value: string | number): unknown;
  };
  status(status: number): unknown;
  stream(body: Readable): unknown;
}

/** Makes a file the response. Resolves to false if there is no such file. */
export async function sendFile(ctx: FileContext, path: string | URL, options: SendFileOptions): Promise<boolean> {
  const name = typeof path === 'string' ? path : path.pathname;
  const {
    contentType = headerOf(ctx, 'content-type') ?? contentTypeOf(name),
    cacheControl = headerOf(ctx, 'cache-control'),
    etag = headerOf(ctx, 'etag'),
  } = options;
  checkTag(etag);
  const file = await openFile(path);
  if (file === undefined) return false;
  await sendOpenFile(ctx, file, { contentType, cacheControl, etag });
  return true;
}

/** Sends what the request asks for: the file, a part of it, or the news that nothing has changed. Closes the file. */
export async function sendOpenFile(ctx: FileContext, file: OpenFile, options: SendFileOptions): Promise<void> {
  const { response } = ctx;
  const { cacheControl = 'no-cache', contentType = 'application/octet-stream' } = options;
  const { etag, lastModified } = { ...versionOf(file), ...(options.etag && { etag: options.etag }) };
  const { status, part } = decide(ctx.request, file.size, { etag, lastModified });
  ctx.status(status);
  if (status < 400) {
    response.setHeader('etag', etag);
    response.setHeader('last-modified', lastModified);
    response.setHeader('cache-control', cacheControl);
  }
  if (status === 416) response.setHeader('content-range', `bytes */${file.size}`);
  if (part === undefined) return void (await file.handle.close());
  const { start, length } = part;
  if (status === 206) response.setHeader('content-range', `bytes ${start}-${start + length - 1}/${file.size}`);
  response.setHeader('content-type', contentType);
  response.setHeader('content-length', length);
  response.setHeader('accept-ranges', 'bytes');
  // A browser that guesses the type could run an uploaded picture as a page.
  response.setHeader('x-content-type-options', 'nosniff');
  ctx.stream(new FilePart(file.handle, start, length));
}

/** What the handler or a middleware has set before. */
function headerOf({ response }: FileContext, name: string): string | undefined {
  return response.getHeader(name)?.toString();
}

/** Without its quotes, no client's tag would ever be equal to it. */
function checkTag(etag: string | undefined): void {
  if (etag === undefined || /^(W\/)?"[^"]*"$/.test(etag)) return;
  throw new TypeError(`ctx.sendFile(): the etag ${etag} isn't in quotes. Write '"${etag.replaceAll('"', '')}"'.`);
}

/**
 * A tag made of size and time needs no reading, and stays the same after a restart. It is a strong tag only if the file
 * has not changed for a second: within one tick of the file system's clock, the file could be written twice.
 */
function versionOf({ size, writtenAt }: OpenFile): Version {
  const now = Date.now();
  const milliseconds = Number(writtenAt / 1_000_000n);
  const isSettled = now - milliseconds > 1_000;
  return {
    etag: `${isSettled ? '' : 'W/'}"${size.toString(16)}-${writtenAt.toString(16)}"`,
    // A date in the future would make every later change look old.
    lastModified: new Date(Math.min(milliseconds, now)).toUTCString(),
  };
}
