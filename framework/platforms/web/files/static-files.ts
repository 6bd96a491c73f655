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
   * How long browsers may use a file without asking. `no-cache` unless said otherwise: they keep it, and ask each time
   * whether it has changed. For names that change with the content: `public, max-age=31536000, immutable`.
   */
  cacheControl?: string;
  /** Whether names that begin with a dot are handed out too. Off, because secrets lie there: `.env`, `.git`. */
  dotfiles?: boolean;
}

/** Hands out the files of a folder: `{ method: 'GET', path: '/assets/*', handler: staticFiles('assets') }`. */
export function staticFiles(folder: string | URL, options: StaticFilesOptions = {}): Handler {
  const { cacheControl = 'no-cache', dotfiles = false } = options;
  const files = new Folder(folder, dotfiles);
  validateHeaderValue('cache-control', cacheControl);
  const staticFile: Handler = async (ctx) => {
    const path = wantedPath(ctx);
    const file = path === undefined ? undefined : await files.open(path);
    if (path === undefined || file === undefined) throw new HttpError(404);
    return answer(ctx, file, contentTypeOf(path), cacheControl);
  };
  return staticFile;
}

async function answer(ctx: Context, file: OpenFile, contentType: string, cacheControl: string): Promise<Context> {
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
  // A browser that guesses could find a page in what was uploaded as a picture.
  response.setHeader('x-content-type-options', 'nosniff');
  return ctx.stream(new FilePart(file.handle, start, length));
}

/** The rest of the path behind the route's star. */
function wantedPath(ctx: Context): string | undefined {
  const path = ctx.request.params()['*'];
  if (path === undefined) throw new Error(`${ctx.request.path}: the route of staticFiles() must end in "/*".`);
  // An encoded slash is part of a name to every guard in front of us: it must not become a folder here.
  return ctx.request.path.endsWith(`/${path.replaceAll('%', '%25')}`) ? path : undefined;
}

/**
 * A tag from size and time costs no reading, and is the same after a restart. It promises the same bytes only when
 * the file has been at rest: within one tick of the file system's clock it could be written twice.
 */
function versionOf({ size, writtenAt }: OpenFile): Version {
  const now = Date.now();
  const milliseconds = Number(writtenAt / 1_000_000n);
  const isAtRest = now - milliseconds > 1_000;
  return {
    etag: `${isAtRest ? '' : 'W/'}"${size.toString(16)}-${writtenAt.toString(16)}"`,
    // A date in the future would make every later change look old.
    lastModified: new Date(Math.min(milliseconds, now)).toUTCString(),
  };
}
