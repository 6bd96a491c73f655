import { Database, inject } from 'trellis';
import type { LockerRow } from './locker.ts';

/** Stores the lockers of a gym. */
export class LockersService {
  @inject(Database) private readonly db!: Database;

  findByLabel(label: string): Promise<LockerRow | undefined> {
    return this.db.get<LockerRow>`select * from lockers where label_key = ${label.toLowerCase()}`;
  }
}
