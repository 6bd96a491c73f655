import { Database, inject, Log } from 'trellis';
import { UsersService } from '../users/users.service.ts';
import { Locks } from './locks.ts';

/** What everybody has in the beginning. */
const start = 20;

/** Why nothing was given. */
export type Refusal = 'unknown' | 'yourself' | 'poor';

/** Readers thank each other with points. Nobody can give what they don't have. */
export class PointsService {
  @inject(Database) private readonly db!: Database;
  @inject(Locks) private readonly locks!: Locks;
  @inject(Log) private readonly log!: Log;
  @inject(UsersService) private readonly users!: UsersService;

  async of(user_id: string): Promise<number> {
    const row = await this.db.get<{ points: number }>`select points from points where user_id = ${user_id}`;
    return row?.points ?? start;
  }

  /** Returns what the giver has left. */
  async give(from: string, to: string, points: number): Promise<number | Refusal> {
    if (from === to) return 'yourself';
    if ((await this.users.find(to)) === undefined) return 'unknown';
    const by = `${from} thanks ${to}`;
    // #region step-4
    // In the same order for everybody, in both directions. Then nobody who waits for the second lock has a first one that the
    // holder of the second still needs.
    const [first, second] = [from, to].sort() as [string, string];
    return this.locks.with(first, by, () =>
      this.locks.with(second, by, async () => {
        const left = (await this.of(from)) - points;
        return left < 0 ? 'poor' : this.#move(from, left, to, points);
      }),
    );
    // #starter
    // return this.locks.with(from, by, async () => {
    //   const left = (await this.of(from)) - points;
    //   // Without enough points, there is no reason to keep anybody else waiting.
    //   if (left < 0) return 'poor';
    //   return this.locks.with(to, by, () => this.#move(from, left, to, points));
    // });
    // #endregion
  }

  /** Only for a caller that has the locks of both. */
  async #move(from: string, left: number, to: string, points: number): Promise<number> {
    const balance = (await this.of(to)) + points;
    await this.db.transaction(async (tx) => {
      await this.#set(tx, from, left);
      await this.#set(tx, to, balance);
    });
    this.log.info('points given', { from, to, points });
    return left;
  }

  async #set(tx: Database, user_id: string, points: number): Promise<void> {
    await tx.run`
      insert into points (user_id, points) values (${user_id}, ${points})
      on conflict (user_id) do update set points = ${points}`;
  }
}
