import { Database, inject } from 'trellis';
import { type Seed, type SeedRow, toSeed } from './seed.ts';

/** Keeps the seeds of a garden shed. */
export class SeedsService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists seeds (
      name text primary key,
      amount integer not null,
      organic boolean not null
    )`;
  }

  async add({ name, amount, organic }: Seed): Promise<void> {
    await this.db.run`insert into seeds (name, amount, organic) values (${name}, ${amount}, ${organic})`;
  }

  async find(name: string): Promise<Seed | undefined> {
    const row = await this.db.get<SeedRow>`select * from seeds where name = ${name}`;
    return row && toSeed(row);
  }

  async take(name: string, count: number): Promise<Seed> {
    const row = await this.db.get<SeedRow>`
      update seeds set amount = amount - ${count} where name = ${name} returning *`;
    if (row === undefined) throw new Error('no such seed');
    return toSeed(row);
  }

  async tidy(): Promise<void> {
    await this.db.run`delete from seeds where amount = ${0}`;
  }

  async organic(): Promise<Seed[]> {
    const rows = await this.db.all<SeedRow>`select * from seeds where organic = ${true} order by amount desc, name`;
    return rows.map(toSeed);
  }
}
