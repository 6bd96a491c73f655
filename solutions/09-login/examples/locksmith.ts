import { inject } from 'trellis';
import { Combinations } from './combinations.ts';
import { type Locker, toLocker } from './locker.ts';
import type { OpenDTO } from './lockers.dto.ts';
import { LockersService } from './lockers.service.ts';

/** Opens a locker for whoever knows its combination. */
export class Locksmith {
  @inject(LockersService) private readonly lockers!: LockersService;
  @inject(Combinations) private readonly combinations!: Combinations;

  async open({ label, combination }: OpenDTO): Promise<Locker | undefined> {
    const row = await this.lockers.findByLabel(label);
    if (row === undefined) return undefined;
    const opens = await this.combinations.opens(combination, row.combination);
    return opens ? toLocker(row) : undefined;
  }
}
