import { validateHeaderValue } from 'node:http';
import { contentTypeOf } from '../../../files/content-type.ts';
import { sendOpenFile } from '../../../files/send-file.ts';
import type { Context } from '../../../http/context.ts';
import { HttpError } from '../../../http/errors.ts';
import type { Handler } from '../../../routing/route.ts';
import { Folder } from './folder.ts';

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
    await sendOpenFile(ctx, file, { contentType: contentTypeOf(path), cacheControl });
    return ctx;
  };
  return staticFile;
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
