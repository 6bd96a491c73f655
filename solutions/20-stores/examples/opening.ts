import { Database, inject } from 'trellis';

/** The museum is opened once a day, by whoever comes first. */
export class Opening {
  @inject(Database) private readonly db!: Database;

  async open(day: string, keeper: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { changes } = await tx.run`
        insert into openings (day, keeper) values (${day}, ${keeper})
        on conflict (day) do nothing`;
      if (changes === 0) return;
      await tx.run`update rooms set lit = ${true}`;
    });
  }
}
