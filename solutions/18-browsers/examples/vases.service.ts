import { Database, inject } from 'trellis';

export interface Found {
  name: string;
  found_at: string;
}

/** The museum's vases, the latest finds first. */
export class VasesService {
  @inject(Database) private readonly db!: Database;

  list(limit: number, after: Found): Promise<Found[]> {
    return this.db.all<Found>`
      select name, found_at from vases
      where (found_at, name) < (${after.found_at}, ${after.name})
      order by found_at desc, name desc
      limit ${limit}`;
  }
}
