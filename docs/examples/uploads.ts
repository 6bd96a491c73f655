import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import {
  type AppOptions,
  bodyLimit,
  type Context,
  type Controller,
  Database,
  HttpError,
  inject,
  jsonOnly,
  type Lifecycle,
  module,
  provide,
  type Route,
  token,
} from 'trellis';

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** The folder for the files. A test provides another one. */
export const UploadFolder = token<string>('UploadFolder');

/** Files on a disk, under names that we choose. */
export class FileStore implements Lifecycle {
  @inject(UploadFolder) private readonly folder!: string;

  async onStart(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
  }

  async save(file: Readable, name: string, type: string): Promise<Upload> {
    const id = randomUUID();
    const target = createWriteStream(join(this.folder, id), { flags: 'wx' });
    try {
      await pipeline(file, target);
    } catch (error) {
      await this.delete(id);
      throw error;
    }
    return { id, name, type, size: target.bytesWritten };
  }

  /** `id` is one that `save` has returned, and never what a client has sent. */
  open(id: string): Promise<FileHandle> {
    return open(join(this.folder, id));
  }

  async delete(id: string): Promise<void> {
    await rm(join(this.folder, id), { force: true });
  }
}

/** Saves the files of a multipart form, or none of them. Only the chunks on their way are in memory. */
async function saveFiles(ctx: Context, store: Pick<FileStore, 'save' | 'delete'>): Promise<Upload[]> {
  const saving: Promise<Upload>[] = [];
  try {
    await readFiles(ctx, (...file) => {
      const upload = store.save(...file);
      saving.push(upload);
      return upload;
    });
    return await Promise.all(saving);
  } catch (error) {
    // Some files are complete. Others have just failed, but their streams may not be closed yet.
    for (const outcome of await Promise.allSettled(saving))
      if (outcome.status === 'fulfilled') await store.delete(outcome.value.id);
    throw error;
  }
}

/** Calls `save` for each file of the form. Resolves when the whole form has been read. */
async function readFiles(ctx: Context, save: FileStore['save']): Promise<void> {
  const parser = parserFor(ctx);
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
    save(file, filename, mimeType).catch((error: Error) => {
      // If the parser has failed, so has this file. Otherwise the file couldn't be saved, and there is no point in going on.
      if (parser.destroyed) return;
      failure = error;
      parser.destroy(error);
    });
  });
  try {
    await pipeline(ctx.request.stream(), parser);
  } catch (cause) {
    throw failure ?? (cause instanceof HttpError ? cause : new HttpError(400, 'Malformed form', { cause }));
  }
  if (tooMuch !== '') throw new HttpError(413, tooMuch);
}

/** busboy throws if the content type isn't a form. */
function parserFor(ctx: Context): busboy.Busboy {
  try {
    return busboy({
      headers: ctx.request.incoming.headers,
      // Browsers send names in UTF-8. busboy would read them as Latin-1.
      defParamCharset: 'utf8',
      limits: { files: 3, fields: 10, fileSize: 5_000_000 },
    });
  } catch (cause) {
    throw new HttpError(415, 'Send a multipart form', { cause });
  }
}

export class UploadsController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(FileStore) private readonly store!: FileStore;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists files
      (id text primary key, name text not null, type text not null, size integer not null)`;
  }

  routes(): Route[] {
    return [
      { method: 'POST', path: '/files', middlewares: [bodyLimit(16_000_000)], handler: this.create },
      { method: 'GET', path: '/files/:id', handler: this.show },
      { method: 'POST', path: '/full-disk', handler: this.fail },
      { method: 'GET', path: '/pixel', handler: this.pixel },
    ];
  }

  async create(ctx: Context) {
    const uploads = await saveFiles(ctx, this.store);
    try {
      await this.db.transaction(async (tx) => {
        for (const { id, name, type, size } of uploads)
          await tx.run`insert into files (id, name, type, size) values (${id}, ${name}, ${type}, ${size})`;
      });
    } catch (error) {
      for (const { id } of uploads) await this.store.delete(id);
      throw error;
    }
    return ctx.status(201).json(uploads);
  }

  async show(ctx: Context) {
    const upload = await this.db.get<Upload>`select * from files where id = ${ctx.param('id')}`;
    if (upload === undefined) throw new HttpError(404, 'File not found');
    // Opened before the response starts: if the file is missing, the client gets a 500 instead of a broken connection.
    const file = await this.store.open(upload.id);
    ctx.response.setHeader('content-type', 'application/octet-stream');
    ctx.response.setHeader('content-length', upload.size);
    ctx.response.setHeader('content-disposition', attachment(upload.name));
    ctx.response.setHeader('x-content-type-options', 'nosniff');
    return ctx.stream(file.createReadStream());
  }

  /** The disk is full. */
  fail(ctx: Context) {
    return saveFiles(ctx, { save: () => Promise.reject(new Error('ENOSPC')), delete: async () => {} });
  }

  pixel(ctx: Context) {
    ctx.response.setHeader('content-type', 'image/gif');
    return ctx.send(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));
  }
}

/** A header holds ASCII only. Everything else is encoded, and so are the quotes that encodeURIComponent leaves alone. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (quote) => `%${quote.charCodeAt(0).toString(16)}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

export const appOptions: AppOptions = {
  middlewares: [jsonOnly({ except: (ctx) => ctx.request.path === '/files' })],
};

export const UploadsModule = module('UploadsModule', {
  declarations: [
    UploadsController,
    FileStore,
    provide(UploadFolder, { factory: () => process.env.UPLOAD_FOLDER ?? 'uploads' }),
  ],
});
