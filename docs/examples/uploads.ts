import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
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
  InvalidBody,
  inject,
  jsonOnly,
  type Lifecycle,
  module,
  provide,
  type Route,
  requestTimeout,
  token,
} from 'trellis';
import * as z from 'zod';

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

interface SavedForm {
  readonly uploads: Upload[];
  readonly fields: Record<string, string>;
}

/** The other fields of the form. */
const Details = z.object({ title: z.string().max(100).default('') });

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
    const target = createWriteStream(join(this.folder, id), { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(file, target);
    } catch (error) {
      await this.delete(id);
      throw error;
    }
    return { id, name, type, size: target.bytesWritten };
  }

  /** `id` is one that `save` has returned, and never what a client has sent. */
  pathOf(id: string): string {
    return join(this.folder, id);
  }

  async delete(id: string): Promise<void> {
    await rm(join(this.folder, id), { force: true });
  }
}

/** Saves the files of a multipart form, or none of them. Only the chunks on their way are in memory. */
async function saveForm(ctx: Context, store: Pick<FileStore, 'save' | 'delete'>): Promise<SavedForm> {
  const saving: Promise<Upload>[] = [];
  try {
    const fields = await readForm(ctx, (...file) => {
      const upload = store.save(...file);
      saving.push(upload);
      return upload;
    });
    return { uploads: await Promise.all(saving), fields };
  } catch (error) {
    // Some files are complete. Others have just failed, but their streams may not be closed yet.
    for (const outcome of await Promise.allSettled(saving))
      if (outcome.status === 'fulfilled') await store.delete(outcome.value.id);
    throw error;
  }
}

/** Calls `save` for each file of the form. When the whole form has been read, resolves to its other fields. */
async function readForm(ctx: Context, save: FileStore['save']): Promise<Record<string, string>> {
  const parser = parserFor(ctx);
  const fields = new Map<string, string>();
  let failure: unknown;
  let problem: HttpError | undefined;
  parser.on('filesLimit', () => {
    problem = new HttpError(413, 'Send at most 3 files');
  });
  parser.on('fieldsLimit', () => {
    problem = new HttpError(413, 'Send at most 10 fields');
  });
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) problem = new HttpError(413, 'A field can have at most 10 kB');
    if (value.includes('\0')) problem = unstorable(name);
    fields.set(name, value);
  });
  parser.on('file', (field, file, { filename, mimeType }) => {
    file.on('limit', () => {
      problem = new HttpError(413, 'A file can have at most 5 MB');
    });
    // The rejection below reports it, but an error event without a listener ends the process.
    file.on('error', () => {});
    // A browser sends a field that was left empty as a file without a name and without content.
    if (!filename) {
      file.on('data', () => {
        problem = new HttpError(400, 'A file has no name');
      });
      return;
    }
    if (filename.includes('\0')) problem = unstorable(field);
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
  if (problem !== undefined) throw problem;
  return Object.fromEntries(fields);
}

/** PostgreSQL can't store this character. `ctx.bind` rejects it too, with the same response. */
function unstorable(field: string): InvalidBody {
  return new InvalidBody([{ field, problem: 'must not contain the character U+0000' }]);
}

/** busboy throws if the content type isn't a form. */
function parserFor(ctx: Context): busboy.Busboy {
  try {
    return busboy({
      headers: ctx.request.incoming.headers,
      // Browsers send names in UTF-8. busboy would read them as Latin-1.
      defParamCharset: 'utf8',
      limits: { files: 3, fields: 10, fieldSize: 10_000, fileSize: 5_000_000 },
    });
  } catch (cause) {
    throw new HttpError(415, 'Send a multipart form', { cause });
  }
}

/** Responds to invalid fields as `ctx.bind` responds to an invalid body. */
function validated<T>(schema: z.ZodType<T>, fields: Record<string, string>): T {
  const { data, error } = schema.safeParse(fields);
  if (error === undefined) return data;
  throw new InvalidBody(error.issues.map(({ path, message }) => ({ field: path.join('.'), problem: message })));
}

export class UploadsController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(FileStore) private readonly store!: FileStore;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists files
      (id text primary key, title text not null, name text not null, type text not null, size integer not null)`;
  }

  routes(): Route[] {
    const large = [bodyLimit(16_000_000), requestTimeout(300_000)];
    return [
      { method: 'POST', path: '/files', middlewares: large, handler: this.create },
      { method: 'GET', path: '/files/:id', handler: this.show },
      { method: 'POST', path: '/full-disk', handler: this.fail },
      { method: 'GET', path: '/pixel', handler: this.pixel },
    ];
  }

  async create(ctx: Context) {
    const { uploads, fields } = await saveForm(ctx, this.store);
    try {
      const { title } = validated(Details, fields);
      await this.db.transaction(async (tx) => {
        for (const { id, name, type, size } of uploads)
          await tx.run`insert into files values (${id}, ${title}, ${name}, ${type}, ${size})`;
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
    ctx.response.setHeader('content-disposition', attachment(upload.name));
    return ctx.sendFile(this.store.pathOf(upload.id), { contentType: 'application/octet-stream' });
  }

  /** The disk is full. */
  fail(ctx: Context) {
    return saveForm(ctx, { save: () => Promise.reject(new Error('ENOSPC')), delete: async () => {} });
  }

  pixel(ctx: Context) {
    ctx.response.setHeader('content-type', 'image/gif');
    return ctx.send(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));
  }
}

/** A header holds ASCII only. Everything else is encoded, and so are `'()*`, which encodeURIComponent leaves alone. */
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
