import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  bodyLimit,
  type Context,
  type Controller,
  Database,
  HttpError,
  inject,
  module,
  provide,
  type Route,
  requestTimeout,
  token,
} from 'trellis';

/** The folder for the content of the objects. A test provides another one. */
export const ObjectFolder = token<string>('ObjectFolder');

type StoredObject = Record<'key' | 'file' | 'etag' | 'type', string>;

/** Objects under any key: `PUT`, `GET`, `HEAD` and `DELETE /:bucket/*`, and `GET /:bucket` for the list. */
export class ObjectsController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(ObjectFolder) private readonly folder!: string;

  routes(): Route[] {
    const large = [bodyLimit(5_000_000_000), requestTimeout(3_600_000)];
    return [
      { method: 'GET', path: '/:bucket', handler: this.index },
      { method: 'PUT', path: '/:bucket/*', middlewares: large, handler: this.put },
      { method: 'GET', path: '/:bucket/*', handler: this.get },
      { method: 'DELETE', path: '/:bucket/*', handler: this.delete },
    ];
  }

  async onStart(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.db.run`create table if not exists objects (bucket text not null, key text not null, file text not null,
      etag text not null, type text not null, primary key (bucket, key))`;
  }

  index(ctx: Context) {
    const prefix = ctx.query('prefix');
    return this.db.all`select key, etag from objects where bucket = ${ctx.param('bucket')}
      and substr(key, 1, ${[...prefix].length}) = ${prefix} order by key limit 1000`;
  }

  /** The content is complete on the disk before the key refers to it, so a crash or a disconnect never leaves half an object. */
  async put(ctx: Context) {
    const [bucket, key] = [ctx.param('bucket'), keyOf(ctx)];
    const file = randomUUID();
    const hash = createHash('sha256');
    try {
      const target = createWriteStream(join(this.folder, file), { flags: 'wx', mode: 0o600, flush: true });
      const body = ctx.request.stream().on('data', (chunk: Buffer) => hash.update(chunk));
      await pipeline(body, target);
      const etag = `"${hash.digest('hex')}"`;
      const type = ctx.header('content-type') || 'application/octet-stream';
      const before = await this.db.transaction(async (tx) => {
        const old = await tx.get<StoredObject>`select * from objects where bucket = ${bucket} and key = ${key}`;
        if (!allows(ctx, old)) throw new HttpError(412, 'The object has another version');
        await tx.run`delete from objects where bucket = ${bucket} and key = ${key}`;
        await tx.run`insert into objects values (${bucket}, ${key}, ${file}, ${etag}, ${type})`;
        return old;
      });
      if (before !== undefined) await rm(join(this.folder, before.file), { force: true });
      ctx.response.setHeader('etag', etag);
      return ctx.status(before === undefined ? 201 : 200);
    } catch (error) {
      await rm(join(this.folder, file), { force: true });
      throw error;
    }
  }

  async get(ctx: Context) {
    const { file, etag, type } = await this.#find(ctx);
    // The content is a user's: a browser must not show it as a page of this origin.
    ctx.response.setHeader('content-disposition', 'attachment');
    return ctx.sendFile(join(this.folder, file), { contentType: type, etag });
  }

  async delete(ctx: Context) {
    const { file } = await this.#find(ctx);
    await this.db.run`delete from objects where bucket = ${ctx.param('bucket')} and file = ${file}`;
    await rm(join(this.folder, file), { force: true });
  }

  async #find(ctx: Context): Promise<StoredObject> {
    const [bucket, key] = [ctx.param('bucket'), keyOf(ctx)];
    const row = await this.db.get<StoredObject>`select * from objects where bucket = ${bucket} and key = ${key}`;
    if (row === undefined) throw new HttpError(404, 'No such object');
    return row;
  }
}

/** A key is data and never part of a path, so it may contain anything, even `..` and slashes. */
function keyOf(ctx: Context): string {
  const key = ctx.param('*');
  if (key === '' || Buffer.byteLength(key) > 1_024) throw new HttpError(400, 'A key has 1 to 1,024 bytes');
  return key;
}

/** `If-None-Match: *` creates and never replaces; `If-Match` replaces this version and no other. */
function allows(ctx: Context, old: StoredObject | undefined): boolean {
  if (ctx.header('if-none-match') === '*') return old === undefined;
  return ctx.header('if-match') === '' || ctx.header('if-match') === old?.etag;
}

export const ObjectsModule = module('ObjectsModule', {
  declarations: [ObjectsController, provide(ObjectFolder, { factory: () => process.env.OBJECTS ?? 'objects' })],
});
