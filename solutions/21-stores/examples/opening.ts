import { Database, inject } from 'trellis';

/** The first keeper to arrive opens the museum, once a day. */
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
