import { Database, inject } from 'trellis';

const hooks = 40;

/** The museum's cloakroom. */
export class Cloakroom {
  @inject(Database) private readonly db!: Database;

  async hang(coat: string, rack: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await tx.run`update racks set name = name where id = ${rack}`;
      const taken = await tx.get<{ count: number }>`select count(*) as count from coats where rack = ${rack}`;
      if (taken!.count >= hooks) return false;
      await tx.run`insert into coats (id, rack) values (${coat}, ${rack})`;
      return true;
    });
  }
}
