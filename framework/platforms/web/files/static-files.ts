import { validateHeaderValue } from 'node:http';
import type { Context } from '../../../http/context.ts';
import { HttpError } from '../../../http/errors.ts';
import type { Handler } from '../../../routing/route.ts';
import { decide, type Version } from './conditions.ts';
import { contentTypeOf } from './content-type.ts';
import { FilePart } from './file-part.ts';
import { Folder, type OpenFile } from './folder.ts';

export interface StaticFilesOptions {
  /**
   * How long browsers may use a file without asking again. By default `no-cache`: they keep the file, but ask each time
   * whether it has changed. For file names that change with the content, use `public, max-age=31536000, immutable`.
   */
  cacheControl?: string;
  /** Whether to serve names that start with a dot. Off by default, because such files hold secrets: `.env`, `.git`. */
  dotfiles?: boolean;
}

/** Serves the files of a folder: `{ method: 'GET', path: '/assets/*', handler: staticFiles('assets') }`. */
export function staticFiles(folder: string | URL, options: StaticFilesOptions = {}): Handler {
  const { cacheControl = 'no-cache', dotfiles = false } = options;
  const files = new Folder(folder, dotfiles);
  validateHeaderValue('cache-control', cacheControl);
  const staticFile: Handler = async (ctx) => {
    const path = requestedPath(ctx);
    const file = path === undefined ? undefined : await files.open(path);
    if (path === undefined || file === undefined) throw new HttpError(404);
    return respond(ctx, file, contentTypeOf(path), cacheControl);
  };
  return staticFile;
}

async function respond(ctx: Context, file: OpenFile, contentType: string, cacheControl: string): Promise<Context> {
  const { response } = ctx;
  const { etag, lastModified } = versionOf(file);
  const { status, part } = decide(ctx.request, file.size, { etag, lastModified });
  ctx.status(status);
  if (status < 400) {
    response.setHeader('etag', etag).setHeader('last-modified', lastModified).setHeader('cache-control', cacheControl);
  }
  if (status === 416) response.setHeader('content-range', `bytes */${file.size}`);
  if (part === undefined) {
    await file.handle.close();
    return ctx;
  }
  const { start, length } = part;
  if (status === 206) response.setHeader('content-range', `bytes ${start}-${start + length - 1}/${file.size}`);
  response.setHeader('content-type', contentType).setHeader('content-length', length);
  response.setHeader('accept-ranges', 'bytes');
  // A browser that guesses the type could run an uploaded picture as a page.
  response.setHeader('x-content-type-options', 'nosniff');
  return ctx.stream(new FilePart(file.handle, start, length));
}

/** The part of the path that the route's wildcard matched. */
function requestedPath(ctx: Context): string | undefined {
  const path = ctx.request.params()['*'];
  if (path === undefined) {
    throw new Error(`${ctx.request.path}: the route of staticFiles() must end in "/*". Change its path.`);
  }
  // To every middleware before us, an encoded slash is part of a name. It must not become a folder here.
  return ctx.request.path.endsWith(`/${path.replaceAll('%', '%25')}`) ? path : undefined;
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
