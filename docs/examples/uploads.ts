import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import {
  type AppOptions,
  bodyLimit,
  type Context,
  type Controller,
  HttpError,
  jsonOnly,
  module,
  type Route,
} from 'trellis';

interface Upload {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

type Save = (file: Readable, name: string, type: string) => Promise<Upload>;

/** Reads the files of a multipart form one after the other. Nothing but the current chunk is in memory. */
async function readFiles(ctx: Context, save: Save): Promise<Upload[]> {
  const parser = parserFor(ctx);
  const saved: Promise<Upload>[] = [];
  let failure: unknown;
  let tooMuch = '';
  parser.on('filesLimit', () => {
    tooMuch = 'Send at most 3 files';
  });
  // The name is missing if the part has only a content type.
  parser.on('file', (_field, file, { filename = '', mimeType }) => {
    file.on('limit', () => {
      tooMuch = 'A file may have 5 MB';
    });
    // The rejection below reports it, but an error event without a listener ends the process.
    file.on('error', () => {});
    const saving = save(file, filename, mimeType);
    saving.catch((error: Error) => {
      // If the parser has failed, so has this file. Otherwise the file couldn't be saved, and there is no point in going on.
      if (parser.destroyed) return;
      failure = error;
      parser.destroy(error);
    });
    saved.push(saving);
  });
  try {
    await pipeline(ctx.request.stream(), parser);
  } catch (cause) {
    throw failure ?? (cause instanceof HttpError ? cause : new HttpError(400, 'Malformed form', { cause }));
  }
  const uploads = await Promise.all(saved);
  if (tooMuch !== '') throw new HttpError(413, tooMuch);
  return uploads;
}

/** busboy throws if the content type isn't a form. */
function parserFor(ctx: Context): busboy.Busboy {
  try {
    return busboy({
      headers: ctx.request.incoming.headers,
      limits: { files: 3, fields: 10, fileSize: 5_000_000 },
    });
  } catch (cause) {
    throw new HttpError(415, 'Send a multipart form', { cause });
  }
}

/** A real application would pipe the file to a disk or to an object store. */
async function hashed(file: Readable, name: string, type: string): Promise<Upload> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { name, type, size, sha256: hash.digest('hex') };
}

export class UploadsController implements Controller {
  routes(): Route[] {
    return [
      { method: 'POST', path: '/files', middlewares: [bodyLimit(16_000_000)], handler: this.create },
      { method: 'POST', path: '/full-disk', handler: this.fail },
      { method: 'GET', path: '/pixel', handler: this.pixel },
    ];
  }

  async create(ctx: Context) {
    return ctx.status(201).json(await readFiles(ctx, hashed));
  }

  /** The disk is full. */
  fail(ctx: Context) {
    return readFiles(ctx, () => Promise.reject(new Error('ENOSPC')));
  }

  pixel(ctx: Context) {
    ctx.response.setHeader('content-type', 'image/gif');
    return ctx.send(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));
  }
}

export const appOptions: AppOptions = {
  middlewares: [jsonOnly({ except: (ctx) => ctx.request.path === '/files' })],
};

export const UploadsModule = module('UploadsModule', { declarations: [UploadsController] });
