import { randomUUID } from 'node:crypto';
import { Database, DatabaseError, HttpError, inject, module } from 'trellis';

/** A migration whose statements differ between the engines. The tables themselves then forbid loans that overlap. */
export async function forbidOverlaps(tx: Database): Promise<void> {
  if (/^postgres(ql)?:/.test(process.env.DATABASE_URL ?? '')) {
    await tx.run`create extension if not exists btree_gist schema public`;
    await tx.run`alter table loans add constraint lent_once
      exclude using gist (tool with =, daterange(starts, ends, '[]') with &&)`;
  } else {
    await tx.run`create trigger lent_once before insert on loans
      when exists (select 1 from loans where tool = new.tool and starts <= new.ends and ends >= new.starts)
      begin select raise(abort, 'CHECK constraint failed: lent_once'); end`;
  }
}

export class DayLoans {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.run`create table tools (id text primary key, loans integer not null default 0)`;
      await tx.run`create table loans (
        id text primary key, tool text not null references tools (id), starts date not null, ends date not null)`;
      await forbidOverlaps(tx);
    });
  }

  /** Both are days, such as `2026-03-01`, and the first must not be after the last: validate that first. */
  async lend(tool: string, starts: string, ends: string): Promise<void> {
    try {
      await this.db.transaction(async (tx) => {
        // Concurrent loans of the same tool wait here, and not for each other at the constraint.
        const { changes } = await tx.run`update tools set loans = loans + 1 where id = ${tool}`;
        if (changes === 0) throw new HttpError(404, 'Tool not found');
        await tx.run`insert into loans values (${randomUUID()}, ${tool}, ${starts}, ${ends})`;
      });
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === 'check')) throw error;
      throw new HttpError(409, 'The tool is taken on these days', { cause: error });
    }
  }
}

export const OverlapsModule = module('OverlapsModule', { exports: [DayLoans], declarations: [DayLoans] });
