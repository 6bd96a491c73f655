import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setInterval } from 'node:timers/promises';
import {
  bodyLimit,
  Clock,
  type Context,
  type Controller,
  command,
  Database,
  HttpError,
  inject,
  Log,
  module,
  provide,
  type Route,
  sql,
  staticFiles,
  token,
} from 'trellis';

export interface Loan {
  id: string;
  tool: string;
  starts: string;
  ends: string;
  state: 'open' | 'overdue';
}

const columns = sql`id, tool, starts, ends, state`;

export class Loans {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists tools (
      id text primary key, name text not null, photo text, loans integer not null default 0)`;
    await this.db.run`create table if not exists loans (
      id text primary key, tool text not null references tools (id), starts text not null, ends text not null,
      state text not null default 'open', check (starts < ends))`;
    await this.db.run`create index if not exists loans_by_start on loans (starts, id)`;
    await this.db.run`create table if not exists jobs (name text, day text, primary key (name, day))`;
  }

  async addTool(name: string): Promise<string> {
    const id = randomUUID();
    await this.db.run`insert into tools (id, name) values (${id}, ${name})`;
    return id;
  }

  /** Times are ISO strings in UTC with the same precision, so that they sort in chronological order. */
  lend(tool: string, starts: string, ends: string): Promise<Loan> {
    return this.db.transaction(async (tx) => {
      // Comes first: everyone else who lends the same tool waits here until this transaction has ended.
      const { changes } = await tx.run`update tools set loans = loans + 1 where id = ${tool}`;
      if (changes === 0) throw new HttpError(404, 'Tool not found');
      const taken = await tx.get`
        select id from loans where tool = ${tool} and starts < ${ends} and ends > ${starts} limit 1`;
      if (taken !== undefined) throw new HttpError(409, 'The tool is taken at that time');
      const loan = await tx.get<Loan>`
        insert into loans (id, tool, starts, ends) values (${randomUUID()}, ${tool}, ${starts}, ${ends})
        returning ${columns}`;
      return loan!;
    });
  }

  /** One page, and the position after which the next one starts. */
  async page(after: string, state = '', size = 20): Promise<{ loans: Loan[]; next: string | undefined }> {
    const [starts, id] = after.split('~');
    const rows = await this.db.all<Loan>`
      select ${columns} from loans
      where ${sql.and([state !== '' && sql`state = ${state}`, id !== undefined && sql`(starts, id) > (${starts!}, ${id})`])}
      order by starts, id limit ${size + 1}`;
    const loans = rows.slice(0, size);
    const last = loans.at(-1);
    return { loans, next: rows.length > size ? `${last!.starts}~${last!.id}` : undefined };
  }

  async markOverdue(now: string, tx: Database = this.db): Promise<number> {
    const { changes } = await tx.run`update loans set state = 'overdue' where state = 'open' and ends < ${now}`;
    return changes;
  }
}

/** Does its work once a day, in the first process that looks. */
export class Nightly {
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  @inject(Loans) private readonly loans!: Loans;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  onStart(): void {
    this.#running = this.#everyMinute(this.#stop.signal);
  }

  async onStop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async run(): Promise<boolean> {
    const now = new Date(this.clock.now()).toISOString();
    return this.db.transaction(async (tx) => {
      const { changes } = await tx.run`
        insert into jobs (name, day) values ('overdue', ${now.slice(0, 10)}) on conflict (name, day) do nothing`;
      if (changes > 0) await this.loans.markOverdue(now, tx);
      return changes > 0;
    });
  }

  async #everyMinute(signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of setInterval(60_000, undefined, { signal })) {
        await this.run().catch((error) => this.log.error('the nightly job failed', { error }));
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Quotes what needs it. Without the apostrophe, a spreadsheet would run a cell that starts like this as a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export class LoansCommands implements Controller {
  @inject(Loans) private readonly loans!: Loans;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [
      { path: 'overdue', handler: command(this.overdue, { summary: 'Marks the loans that are overdue' }) },
      { path: 'export', handler: command(this.export, { summary: 'Prints all loans as CSV' }) },
    ];
  }

  async overdue() {
    return { overdue: await this.loans.markOverdue(new Date(this.clock.now()).toISOString()) };
  }

  async export(ctx: Context) {
    let csv = 'tool,starts,ends,state\r\n';
    let after: string | undefined = '';
    while (after !== undefined) {
      const { loans, next } = await this.loans.page(after, '', 1000);
      const rows = loans.map(({ tool, starts, ends, state }) => [tool, starts, ends, state]);
      for (const row of rows) csv += `${row.map(cell).join(',')}\r\n`;
      after = next;
    }
    return ctx.send(csv);
  }
}

export const PhotoFolder = token<string>('PhotoFolder');

function createPhotoFolder(): string {
  const folder = process.env.PHOTO_FOLDER ?? 'photos';
  mkdirSync(folder, { recursive: true });
  return folder;
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

export class PhotosController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(Loans) readonly loans!: Loans;
  @inject(PhotoFolder) private readonly folder!: string;

  routes(): Route[] {
    const cacheControl = 'private, max-age=31536000, immutable';
    return [
      { method: 'PUT', path: '/tools/:id/photo', middlewares: [bodyLimit(5_000_000)], handler: this.replace },
      { method: 'GET', path: '/photos/*', handler: staticFiles(this.folder, { cacheControl }) },
    ];
  }

  async replace(ctx: Context) {
    const extension = extensions.get(ctx.header('content-type'));
    if (extension === undefined) throw new HttpError(415, 'Send a JPEG, PNG or WebP image');
    const tool = await this.db.get<{ photo: string | null }>`select photo from tools where id = ${ctx.param('id')}`;
    if (tool === undefined) throw new HttpError(404, 'Tool not found');
    const name = `${randomUUID()}.${extension}`;
    // staticFiles doesn't serve names that start with a dot, so nobody sees half a photo.
    const [unfinished, photo] = [join(this.folder, `.${name}`), join(this.folder, name)];
    try {
      await pipeline(ctx.request.stream(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
      await rename(unfinished, photo);
      await this.#use(name, ctx.param('id'), tool.photo);
    } catch (error) {
      for (const file of [unfinished, photo]) await rm(file, { force: true });
      throw error;
    }
    if (tool.photo !== null) await rm(join(this.folder, tool.photo), { force: true });
    return { photo: `/photos/${name}` };
  }

  /** Fails if somebody else has replaced the photo in the meantime: each of the two would leave the file of the other behind. */
  async #use(name: string, tool: string, before: string | null): Promise<void> {
    const unchanged = before === null ? sql`photo is null` : sql`photo = ${before}`;
    const { changes } = await this.db.run`update tools set photo = ${name} where id = ${tool} and ${unchanged}`;
    if (changes === 0) throw new HttpError(409, 'The photo was replaced by somebody else');
  }
}

export const LoansModule = module('LoansModule', { exports: [Loans], declarations: [Loans] });

export const LendingModule = module('LendingModule', {
  imports: [LoansModule],
  declarations: [PhotosController, Nightly, provide(PhotoFolder, { factory: createPhotoFolder })],
});

export const LendingCommands = module('LendingCommands', { imports: [LoansModule], declarations: [LoansCommands] });
